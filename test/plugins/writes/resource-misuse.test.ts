/** Declarations of resources that would not do what they say: each is a finding of the start, and never a resource. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { resource } from "waymark/resources";
import type { Finding } from "waymark/server";
import { createTestServer } from "waymark/testing";
import { z } from "zod";

const Note = z.object({ id: z.string(), text: z.string().min(1), stars: z.int().optional() });
const base = {
  name: { one: "shipNote", many: "shipNotes" },
  path: "/api/ship-notes",
  of: Note,
  key: "id",
};
const owned = { owner: "sailor", access: { read: "authenticated", write: "authenticated" } };

/** Returns a declaration with an action that has these parts. */
const acting = (parts: object) => ({
  ...base,
  actions: { confirm: { summary: "Confirm a note.", set: { text: "Yes." }, ...parts } },
});

/** Declares a resource as an author without types may write it. */
const untyped = (declaration: unknown) => resource(declaration as never);

/** Returns the findings of a start that is refused, as texts. */
async function refusal(parts: object): Promise<string> {
  const notes = definePlugin({ id: "ship-notes", summary: "Notes of ships.", ...parts });
  const start = createTestServer({ plugins: [...preset, notes] });
  const outcome = await start.then(
    async (server) => `started: ${await server.close()}`,
    (error: { readonly findings?: readonly Finding[] }) =>
      (error.findings ?? []).map((finding) => Object.values(finding).join(" ")).join("\n") ||
      String(error),
  );
  return outcome;
}

const { name: _name, ...nameless } = base;

describe("a declaration that is refused", () => {
  it.each<readonly [what: string, declaration: unknown, ...texts: string[]]>([
    ["a misspelt owner", { ...base, onwer: "sailor" }, 'no key "onwer"', 'did you mean "owner"?'],
    ["a key of nothing", { ...base, colour: "red" }, 'no key "colour"', "available: "],
    [
      "access in one word",
      { ...base, access: "authenticated" },
      'access: expected an object; received "authenticated"',
      '{"read":"authenticated","write":"authenticated"}',
    ],
    ["a misspelt access", { ...base, access: { reed: "authenticated" } }, 'did you mean "read"?'],
    [
      "access to what is not there",
      { ...base, writes: ["create"], access: { remove: "authenticated" } },
      "access.remove: the resource has no such operation",
      'add "remove" to writes',
    ],
    [
      "an owner with one open operation",
      { ...base, ...owned, access: { ...owned.access, list: "public" } },
      "access: rows have an owner, and anonymous callers own none",
    ],
    ["no declaration", undefined, "received nothing"],
    ["no name", nameless, "name: expected an object; received nothing", '{"one":"booking"'],
    ["a name of people", { ...base, name: { one: "ship note", many: "shipNotes" } }, "name.one: "],
    ["a path of its own kind", { ...base, path: "ship-notes" }, "path: ", '"/api/bookings"'],
    ["no schema", { ...base, of: { id: "string" } }, "of: expected a schema"],
    ["a way to write", { ...base, writes: ["upsert"] }, 'writes.0: expected one of "create"'],
    ["one way to write", { ...base, writes: "create" }, "writes: expected an array"],
    ["keys of others", { ...base, keys: "server" }, 'keys: expected one of "generated", "client"'],
    ["an empty owner", { ...base, owner: "" }, "owner: expected at least 1 character"],
    ["conditions", { ...base, preconditions: true }, 'preconditions: expected "required"'],
    ["repeats", { ...base, idempotency: true }, 'idempotency: expected one of "key", "none"'],
    [
      "a file of any size",
      { ...base, fields: { photo: { types: ["image/png"] } } },
      "fields.photo.maxBytes: ",
      '"5mb"',
    ],
    [
      "a misspelt type of files",
      { ...base, fields: { photo: { types: ["PNG"], maxBytes: "5mb" } } },
      "fields.photo.types.0: expected a media type",
    ],
    ["a seed by its name", { ...base, seed: "./notes.json" }, "seed: expected a URL"],
    ["a rule that is none", { ...base, rule: {} }, "rule: expected a function"],
    ["a text for nothing", { ...base, summary: { lst: "List." } }, 'did you mean "list"?'],
    [
      "a key that is not a field",
      { ...base, key: "ident" },
      'key: "ident" is not a field',
      "available: id, ",
    ],
    ["a computed field", { ...base, computed: ["txt"] }, 'computed: "txt" is not a', '"text"?'],
    ["an index", { ...base, indexes: ["txt"] }, 'indexes: "txt" is not a field', '"text"?'],
    ["a unique field", { ...base, unique: [["id", "txt"]] }, 'unique: "txt" is not a', '"text"?'],
    ["a parameter", { ...base, path: "/api/{ship}/notes" }, 'path: "ship" is not a field'],
    ["an owner without access", { ...base, owner: "sailor" }, "anonymous callers own none"],
    [
      "an owner with access to writes alone",
      { ...base, owner: "sailor", access: { write: "authenticated" } },
      'received {"write":"authenticated"}',
      "access: { read: ",
    ],
    ["S17: an owner and client keys", { ...base, ...owned, keys: "client" }, "leave keys"],
    ["S17: an owner and unique values", { ...base, ...owned, unique: ["text"] }, "leave unique"],
    ["an owner that clients see", { ...base, ...owned, owner: "text" }, "rename the owner"],
    [
      "a misspelt part of an action",
      acting({ form: {} }),
      'actions.confirm: there is no key "form"',
      '"from"',
    ],
    ["an action without a summary", acting({ summary: undefined }), "actions.confirm.summary: "],
    ["an action that changes nothing", acting({ set: undefined }), "it changes nothing", "set"],
    ["an action of words", acting({ set: "text" }), "actions.confirm.set: expected"],
    ["a state that is an object", acting({ from: { text: [{}] } }), "actions.confirm.from.text.0"],
    ["no states", acting({ from: { text: [] } }), "actions.confirm.from.text: expected"],
    ["a state of no field", acting({ from: { txt: ["a"] } }), 'from: "txt" is not a', '"text"?'],
    ["a state that cannot be", acting({ from: { stars: ["a"] } }), "actions.confirm.from.stars: "],
    ["a value of no field", acting({ set: { txt: "a" } }), 'set: "txt" is not a', '"text"?'],
    ["a value that cannot be", acting({ set: { text: "" } }), "actions.confirm.set.text: "],
    ["an action that moves", acting({ set: { id: "b" } }), '"id" says which resource it is'],
    [
      "an action that every resource has",
      { ...base, actions: { patch: { summary: "Patch.", set: { text: "a" } } } },
      'every resource has "patch"',
    ],
    ["an action of two words", { ...base, actions: { "check in": {} } }, "actions"],
    [
      "a shape that is not a zod object",
      { ...base, of: z.intersection(Note, z.object({ mood: z.string() })) },
      "say under input what clients send",
    ],
  ])("%s", async (_what, declaration, ...texts) => {
    const message = await refusal(untyped(declaration));
    expect(message).toContain("DECLARATION_INVALID");
    expect(message).toContain("ship-notes");
    for (const text of texts) expect(message).toContain(text);
  });

  it("has each finding once, and those of other resources beside it", async () => {
    const notes = untyped({ ...base, onwer: "sailor", key: 5 });
    const logs = untyped({ ...base, name: { one: "log", many: "logs" }, acces: {} });
    const message = await refusal({ ...notes, routes: { ...notes.routes, ...logs.routes } });
    expect(message.match(/DECLARATION_INVALID/g)).toHaveLength(3);
    for (const text of ["resource shipNotes", '"owner"', "key: ", "resource logs", '"access"'])
      expect(message).toContain(text);
    expect(message).not.toContain("ROUTE_");
  });

  it("is found in routes that the author goes on from", async () => {
    const { routes, ...parts } = untyped({ ...base, onwer: "sailor" });
    const shown = { ...Object(routes).listShipNotes, summary: "List notes." };
    expect(await refusal({ ...parts, routes: { listShipNotes: shown } })).toContain('"onwer"');
  });

  it("has no handlers for routes of the author's own", async () => {
    const { handlers } = untyped({ ...base, onwer: "sailor" });
    const listShipNotes = {
      method: "GET",
      path: "/api/ship-notes",
      summary: "List.",
      returns: Note,
      cache: "no-store",
    };
    expect(await refusal({ routes: { listShipNotes }, handlers })).toContain('"onwer"');
  });
});
