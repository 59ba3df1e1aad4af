/** Changes of rows that belong to principals go to their owner, also where somebody else makes them. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { receiver, send, startRooms, subscribe } from "./_receiver.ts";
import { until } from "../../_setup.ts";

const Log = z.object({ id: z.string(), text: z.string() });
const read = { method: "GET", cache: { scope: "private", maxAge: "0s" } } as const;
const write = {
  access: "authenticated",
  returns: z.object({ done: z.boolean() }),
  idempotency: "natural",
} as const;
const path = "/api/logs/{id}";

/** Logs that their owner adds, and any known caller changes and removes. */
const logs = definePlugin({
  id: "logs",
  summary: "Keeps logs.",
  needs: { store: Store },
  tables: { logs: { of: Log.extend({ owner: z.string().optional() }), key: "id", owner: "owner" } },
  routes: {
    listLogs: {
      ...read,
      path: "/api/logs",
      summary: "List your logs.",
      list: { of: Log, as: "logs", name: "LogsList", relations: { item: "getLog" } },
      publish: { rootLink: "logs" },
    },
    getLog: {
      ...read,
      path,
      summary: "Read a log.",
      returns: Log,
      errors: ["resource-not-found"],
    },
    addLog: { ...write, method: "PUT", path, summary: "Add a log." },
    changeLog: { ...write, method: "PATCH", path, summary: "Change a log of anybody." },
    removeLog: { ...write, method: "DELETE", path, summary: "Remove a log of anybody." },
    giveLog: {
      ...write,
      method: "POST",
      path: `${path}/owner`,
      summary: "Hand a log over.",
      idempotency: "none",
    },
  },
  handlers: ({ store }) => {
    const all = store.table("logs").acrossOwners();
    return {
      listLogs: ({ principal, query }) => store.table("logs").of(principal).list(query),
      getLog: async ({ principal, params, fail }) =>
        (await store.table("logs").of(principal).find<z.output<typeof Log>>(params.id)) ??
        fail("resource-not-found"),
      addLog: async ({ principal, params: { id } }) => ({
        done: await store.table("logs").of(principal).upsert({ id, text: "a" }),
      }),
      changeLog: async ({ params: { id } }) => ({ done: await all.update(id, { text: "b" }) }),
      removeLog: async ({ params: { id } }) => ({ done: await all.remove(id) }),
      giveLog: async ({ params: { id } }) => ({
        done: await all.update(id, { owner: "badge:wim" }),
      }),
    };
  },
}) as Plugin;

const wes = { authorization: "Bearer badge-wes" };
const wim = { authorization: "Bearer badge-wim" };

it("goes to the owner, and not to the writer", async () => {
  const [owner, writer, all] = [await receiver(), await receiver(), await receiver()];
  const operator = { url: all.url, secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}` };
  const server = await startRooms({ subscriptions: { own: operator } }, { access: {} }, [logs]);
  for (const [{ url }, headers] of [
    [owner, wes],
    [writer, wim],
  ] as const)
    await subscribe(server, url, headers);
  const ask = async (method: string, log: string, headers: object) =>
    expect((await send(server, method, `/api/logs/${log}`, undefined, headers)).status).toBe(200);
  await ask("PUT", "a", wes);
  await ask("PATCH", "a", wim);
  await ask("DELETE", "a", wim);
  await ask("PUT", "b", wes);
  await ask("POST", "b/owner", wim); // of which neither learns: it is about rows of both
  await ask("PATCH", "b", wes);
  await until(() => all.all.length === 6);
  await until(() => owner.all.length === 4 && writer.all.length === 1);
  const seen = ({ all: received }: typeof owner) =>
    received.map(({ data }) => `${data.kind} ${data.key}`).toSorted();
  expect(seen(owner)).toEqual(["patched a", "removed a", "replaced a", "replaced b"]);
  expect(seen(writer)).toEqual(["patched b"]);
});
