/** Edits of one table, and what they mean to an upgrade beside the former revision. */
import type { TableDeclaration } from "waymark/services";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { plugin } from "./_sketch.ts";
import type { Edit } from "./corpus.ts";

type Found = Edit["forth"][number];
const at = (severity: "breaking" | "unknown" | "non-breaking", rule: string): Found =>
  `${severity} | table notes | ${rule}`;

const s = z.string();
const Note = z.object({ id: s, name: s, text: s.optional() });

function table(of: z.ZodType, more: Partial<TableDeclaration> = {}) {
  return [plugin({ tables: { notes: { of, key: "id", ...more } } })];
}

const added = at("non-breaking", "table-column-added");
const removed = at("non-breaking", "table-column-removed");
const lacking = at("breaking", "table-column-required-without-default");
const dropped = at("unknown", "table-required-column-removed");
const kind = at("breaking", "table-column-kind-changed");
const optional = at("unknown", "table-column-made-optional");
const uniqueAdded = at("unknown", "table-unique-added");
const uniqueRemoved = at("non-breaking", "table-unique-removed");

const columns: readonly (readonly [string, z.ZodType, Found, Found])[] = [
  ["is added as optional", Note.extend({ tag: s.optional() }), added, removed],
  ["is added with a default", Note.extend({ tag: s.default("none") }), added, removed],
  ["is added as nullable", Note.extend({ tag: s.nullable() }), added, removed],
  ["is added as required", Note.extend({ tag: s }), lacking, dropped],
  ["is added as a required list", Note.extend({ tags: z.array(s) }), lacking, dropped],
  [
    "is added with a default that differs each time",
    Note.extend({ at: s.default(() => randomUUID()) }),
    lacking,
    dropped,
  ],
  ["holds another kind", Note.extend({ name: z.int() }), kind, kind],
  ["becomes required", Note.extend({ text: s }), lacking, optional],
  [
    "becomes required with a default",
    Note.extend({ text: s.default("") }),
    at("unknown", "table-column-made-required"),
    optional,
  ],
];

export const TABLES: readonly Edit[] = [
  ...columns.map(([name, of, forth, back]) => ({
    name: `table: a column ${name}`,
    before: table(Note),
    after: table(of),
    forth: [forth],
    back: [back],
  })),
  {
    name: "table: it is added",
    before: [plugin({})],
    after: table(Note),
    forth: [at("non-breaking", "table-added")],
    back: [at("unknown", "table-removed")],
  },
  {
    name: "table: it has another key and owner",
    before: table(Note),
    after: table(Note, { key: "name", owner: "id" }),
    forth: [at("breaking", "table-key-changed"), at("unknown", "table-owner-changed")],
    back: [at("breaking", "table-key-changed"), at("unknown", "table-owner-changed")],
  },
  {
    name: "table: fields become unique",
    before: table(Note, { unique: ["name"] }),
    after: table(Note, { unique: [["name"], ["name", "text"]] }),
    forth: [uniqueAdded],
    back: [uniqueRemoved],
  },
  {
    name: "table: a field refers to rows",
    before: table(Note),
    after: table(Note, { references: { text: { to: "notes.id" } } }),
    forth: [at("unknown", "table-reference-added")],
    back: [at("non-breaking", "table-reference-removed")],
  },
  {
    name: "table: an index, the seed and the news of it change",
    before: table(Note),
    after: table(Note, { indexes: ["name"], internal: true, seed: new URL("file:///seed.json") }),
    forth: [],
    back: [],
  },
];
