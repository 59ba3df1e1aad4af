/** Large answers: refused as a whole above a limit, and made in turns with other requests. */
import { describe, expect, it } from "vitest";
import { definePlugin, type Log } from "waymark";
import preset from "waymark/preset";
import { z } from "zod";
import { startServer } from "../../_setup.ts";
import { query, post } from "./_setup.ts";

const Row = z.object({
  id: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  more: z.json(),
  inner: z.array(z.object({ "a-b": z.string() })),
});
const Box = z.object({ rows: z.array(Row) });
const Part = z.object({ id: z.string() });

interface Content {
  readonly rows?: number;
  readonly text?: string;
}

/** A resource with rows in it, and a list of boxes, each with a list of parts that cannot be read. */
function boxes({ rows = 1, text = "" }: Content) {
  return definePlugin({
    id: "boxes",
    summary: "Boxes.",
    schemas: { Box },
    routes: {
      getBox: {
        method: "GET",
        path: "/api/box",
        summary: "A box.",
        returns: Box,
        cache: "no-store",
      },
      listBoxes: {
        method: "GET",
        path: "/api/boxes",
        summary: "Boxes.",
        list: {
          of: Part,
          as: "boxes",
          name: "BoxesList",
          relations: { parts: { to: "listParts", with: { id: "id" } } },
        },
        cache: "no-store",
      },
      listParts: {
        method: "GET",
        path: "/api/boxes/{id}/parts",
        summary: "Parts.",
        list: { of: Part, as: "parts", name: "PartsList" },
        cache: "no-store",
      },
    },
    handlers: () => ({
      getBox: () => ({
        rows: Array.from({ length: rows }, (_, at) => ({
          id: String(at),
          text,
          tags: [text],
          more: { text },
          inner: [{ "a-b": text }],
        })),
      }),
      listBoxes: () => Array.from({ length: rows }, (_, at) => ({ id: String(at) })),
      listParts: () => {
        throw new Error("it cannot");
      },
    }),
  });
}

async function start(content: Content, options: { readonly maxBytes?: number } = {}) {
  const logged: unknown[] = [];
  const log: Log = { debug() {}, info() {}, warn() {}, error: (...entry) => logged.push(entry) };
  const config = { plugins: { graphql: options } };
  const server = await startServer({ plugins: [...preset, boxes(content)], config, log });
  return { ask: server.fetch, logged };
}

const KILOBYTE = "x".repeat(1000);

describe("an answer that is too large (E2)", () => {
  it.each([
    ["texts", "text"],
    ["texts under other names", "a: text b: text c: text"],
    ["lists of texts", "tags"],
    ["any JSON", "more"],
    ["texts of renamed fields", "inner { a_b }"],
  ])("because of %s is refused as a whole", async (_what, fields) => {
    const { ask, logged } = await start({ rows: 100, text: KILOBYTE }, { maxBytes: 50_000 });
    const answer = await post(ask, { query: `{ service box { rows { ${fields} } } }` });
    expect(answer.status).toBe(422);
    const message = "The answer has more than 50000 bytes. Ask for fewer items or fields.";
    expect(await answer.json()).toEqual({ errors: [{ message }] });
    expect(logged).toEqual([]);
  });

  it("because of many fields is refused before they are made", async () => {
    const { ask } = await start({ rows: 10_000 }, { maxBytes: 500_000 });
    const rows = (fields: string) => post(ask, { query: `{ box { rows { ${fields} } } }` });
    expect((await rows("id")).status).toBe(200);
    expect((await rows("id text tags")).status).toBe(422);
  });

  it("is one of a mebibyte by default", async () => {
    const { ask } = await start({ rows: 1100, text: KILOBYTE });
    expect((await post(ask, { query: "{ box { rows { text } } }" })).status).toBe(422);
    expect((await post(ask, { query: "{ box { rows { id } } }" })).status).toBe(200);
  });
});

it("a large answer is made in turns with other requests, and is complete (E2)", async () => {
  const { ask } = await start({ rows: 10_000 });
  await query(ask, "{ service }");
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const { data } = await query(ask, "{ box { rows { id text } } }");
  clearImmediate(next);
  expect(turns).toBeGreaterThan(3);
  const { rows } = (data as unknown as { box: { rows: { id: string; text: string }[] } }).box;
  expect(rows).toHaveLength(10_000);
  expect(rows[9999]).toEqual({ id: "9999", text: "" });
});

it("fields that fail by the hundred are null; the first errors are shown and logged (E2)", async () => {
  const { ask, logged } = await start({ rows: 150 });
  const { data, errors } = await query(ask, "{ boxes(limit: 150) { id parts { id } } }");
  const received = (data as unknown as { boxes: object[] }).boxes;
  expect(received).toHaveLength(150);
  expect(received.every((box) => "parts" in box && box.parts === null)).toBe(true);
  expect(errors).toHaveLength(50);
  expect(logged).toHaveLength(50);
});
