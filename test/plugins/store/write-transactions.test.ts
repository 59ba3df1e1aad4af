/** Routes that write: each in a transaction of its own. */
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { Conflict, Store } from "waymark/services";
import { z } from "zod";
import { json, startServer } from "../../_setup.ts";

const Row = z.object({ id: z.string(), slug: z.string() });
const idempotency = "none";
const write = { method: "POST", body: Row, returns: Row, idempotency } as const;

const rows = definePlugin({
  id: "rows",
  summary: "Keeps rows.",
  needs: { store: Store },
  tables: { rows: { of: Row, key: "id" } },
  errors: { late: { status: 409, message: "Refused after the write." } },
  routes: {
    listRows: {
      method: "GET",
      path: "/rows",
      summary: "List rows.",
      list: { of: Row, as: "rows", name: "RowsList" },
      cache: { scope: "public", maxAge: "0s" },
    },
    addRow: {
      ...write,
      path: "/rows",
      summary: "Add a row, and another; refuse or fail after that.",
      errors: ["late", "resource-exists"],
    },
    addFreely: {
      ...write,
      path: "/free",
      summary: "The same without a transaction.",
      errors: ["late"],
      transaction: false,
    },
  },
  handlers: ({ store }) => {
    const add = async ({ body }: { body: z.output<typeof Row> }, fail: (code: "late") => never) => {
      await store.table("rows").insert([body]);
      if (body.id === "refused") fail("late");
      if (body.id === "failed") throw new Error("a bug");
      if (body.id === "contended") throw new Conflict("others were first five times");
      await store.table("rows").insert([{ id: `${body.id}-2`, slug: `${body.slug}-2` }]);
      return body;
    };
    return {
      listRows: ({ query }) => store.table("rows").list(query),
      addRow: (call) => add(call, call.fail),
      addFreely: (call) => add(call, call.fail),
    };
  },
});

async function started() {
  const server = await startServer({ config: { plugins: { rows } } });
  const add = async (path: string, id: string, slug = id) => {
    const headers = { "content-type": "application/json" };
    const answer = await server.request(path, {
      method: "POST",
      headers,
      body: JSON.stringify({ id, slug }),
    });
    const retryAfter = answer.headers.get("retry-after");
    const body = await json<{ error?: { code: string } }>(answer);
    return { status: answer.status, retryAfter, body };
  };
  const ids = async () => {
    const { rows: all } = await json<{ rows: { id: string }[] }>(await server.fetch("/rows"));
    return all.map(({ id }) => id);
  };
  const catalog = async () => JSON.stringify(await json(await server.fetch("/api/errors")));
  return { add, ids, catalog };
}

it("keeps all that a handler changed, or nothing", async () => {
  const { add, ids } = await started();
  expect((await add("/rows", "a")).status).toBe(200);
  expect((await add("/rows", "refused")).status).toBe(409);
  expect((await add("/rows", "failed")).status).toBe(500);
  expect(await ids()).toEqual(["a", "a-2"]);
  const taken = await add("/rows", "a");
  expect(taken).toMatchObject({ status: 409, body: { error: { code: "resource-exists" } } });
  expect(JSON.stringify(taken.body)).toContain('"/id"');
  expect(await ids()).toEqual(["a", "a-2"]);
});

it("leaves handlers alone that only pass requests on", async () => {
  const { add, ids } = await started();
  expect((await add("/free", "refused")).status).toBe(409);
  expect(await ids()).toEqual(["refused"]);
});

it("S16: a conflict with other writes is the client's to repeat, and no failure of the service", async () => {
  const { add, ids, catalog } = await started();
  const body = { error: { code: "write-conflict" } };
  expect(await add("/rows", "contended")).toMatchObject({ status: 409, retryAfter: "1", body });
  expect(await ids()).toEqual([]);
  expect((await add("/free", "contended")).status).toBe(503);
  expect(await catalog()).toContain("write-conflict");
  const reading = await startServer();
  expect(await (await reading.request("/api/errors")).text()).not.toContain("write-conflict");
});
