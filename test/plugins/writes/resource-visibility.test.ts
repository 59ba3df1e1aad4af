/** Fields that answers have for some callers, or for none: no way out shows them, nor what order and number give away. */
import { expect, it } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import preset from "waymark/preset";
import { resource } from "waymark/resources";
import { z } from "zod";
import { json, startServer, until } from "../../_setup.ts";
import { local, receiver, SECRET } from "./_receiver.ts";
import { MERGE, PATCH, sends } from "./_resources.ts";

const Sailor = z.object({
  id: z.string(),
  name: z.string(),
  pin: z.string().min(4).default("0000").describe("Opens the locker."),
  wage: z.int().min(0).default(100).describe("Wage of a month."),
  code: z.string().meta({ writeOnly: true }).optional(),
});
const Wage = z.object({ wage: z.int() });

const sailors = resource({
  name: { one: "sailor", many: "sailors" },
  path: "/api/sailors",
  of: Sailor,
  key: "id",
  keys: "client",
  idempotency: "key",
  writeOnly: ["pin"],
  readableBy: { wage: "wages:read" },
  relations: { tariff: { to: "getTariff", with: { wage: "wage" } } },
  actions: { promote: { summary: "Promote a sailor.", set: (row) => ({ wage: row.wage + 1 }) } },
});

const crew = definePlugin({
  id: "crew",
  summary: "Sailors, and what they have in the table.",
  ...sailors,
  routes: {
    ...sailors.routes,
    getTariff: {
      method: "GET",
      path: "/api/tariffs/{wage}",
      summary: "Read the tariff of a wage.",
      returns: Wage,
      cache: "no-store",
    },
    getRow: {
      method: "GET",
      path: "/api/rows/{id}",
      summary: "Read a row as it is kept.",
      returns: z.object({ row: z.record(z.string(), z.unknown()) }),
      cache: "no-store",
      errors: ["resource-not-found"],
    },
  },
  handlers: (use) => ({
    ...sailors.handlers(use),
    getTariff: ({ params }) => ({ wage: Number(params.wage) }),
    getRow: async ({ params, fail }) => ({
      row:
        (await use.store.table("sailors").find<Record<string, unknown>>(params.id)) ??
        fail("resource-not-found"),
    }),
  }),
});

/** Identifies callers by their id and scopes: `Bearer ann.wages:read`. */
const tokens = definePlugin({
  id: "tokens",
  summary: "Identifies callers by what they say.",
  policies: [
    definePolicy({
      id: "tokens",
      reads: { authorization: { description: "Bearer, an id and scopes." } },
      identifies: {
        description: "An id and scopes.",
        scheme: { type: "http", scheme: "bearer" },
        challenge: "Bearer",
        identify(call) {
          const [, id, scopes = ""] =
            /^Bearer (\w+)\.(.*)$/.exec(call.header("authorization") ?? "") ?? [];
          if (id === undefined) return undefined;
          return { id, kind: "tokens", name: id, scopes: scopes.split(" ").filter(Boolean) };
        },
      },
      compile: () => ({}),
    }),
  ],
});

const AT = "/api/sailors";
const as = (token: string) => ({ authorization: `Bearer ${token}` });
/** Has the scope of wages. */
const ann = as("ann.wages:read");
/** Has none. */
const ben = as("ben.");

type Headers = Readonly<Record<string, string>>;

/** Starts a server with two sailors, and returns what asks it. */
async function start(plugins: object = {}) {
  const server = await startServer({
    plugins: [...preset, tokens, crew],
    config: {
      plugins: {
        "rate-limit": false,
        access: {},
        idempotency: { enabled: true },
        bulk: { enabled: true },
        ...plugins,
      },
    },
  });
  const ask = (path: string, init: RequestInit = {}, caller: Headers = {}) =>
    server.request(path, { ...init, headers: { ...Object(init.headers), ...caller } });
  const bo = { id: "bo", name: "Bo", pin: "4711", wage: 250, code: "1234" };
  expect((await ask(AT, sends("POST", bo))).status).toBe(201);
  expect((await ask(AT, sends("POST", { id: "al", name: "Al", wage: 300 }))).status).toBe(201);
  const kept = async () => (await json<{ row: object }>(await ask("/api/rows/bo"))).row;
  return { server, ask, kept, bo };
}

it("shows no field to callers who may not see it, however they ask", async () => {
  const { ask } = await start();
  const graphql = (query: string) => ask("/api/graphql", sends("POST", { query }), ben);
  const add = [{ op: "add", path: "/name", value: "B" }];
  const operations = [{ id: "1", method: "GET", path: `${AT}/bo` }];
  const answers = await Promise.all([
    ask(`${AT}/bo`),
    ask(AT),
    ask(`${AT}/bo`, {}, ben),
    ask(AT, {}, ben),
    ask(`${AT}?fields=pin,wage,code`, {}, ben),
    ask(`${AT}?sort=name&filter[name]=Bo`, {}, ben),
    ask(`${AT}/bo/promote`, sends("POST"), ben),
    ask(`${AT}/bo`, sends("PATCH", { name: "Bo" }, MERGE), ben),
    ask(`${AT}/bo`, sends("PATCH", add, PATCH), ben),
    ask(`${AT}/bo`, sends("PUT", { name: "Bo", pin: "9999" }), ben),
    graphql('{ sailors { name wage } sailor(sailorId: "bo") { wage } }'),
    ask("/api/bulk", sends("POST", { operations }), ben),
  ]);
  for (const answer of answers) {
    const text = await answer.text();
    expect([answer.status, text]).toEqual([
      200,
      expect.not.stringMatching(/4711|1234|"wage":\d|tariffs/),
    ]);
    expect(answer.headers.get("cache-control")).not.toContain("public");
  }
  const seen = await (await ask(`${AT}/bo`, {}, ann)).text();
  expect(seen).toMatch(/"wage":251.*"href":"\/api\/tariffs\/251"/);
  for (const field of ["pin", "code"])
    expect(await (await graphql(`{ sailors { ${field} } }`)).text()).toContain("Cannot query");
});

it("refuses queries that would show a field by order and number", async () => {
  const { ask } = await start();
  for (const query of ["filter[wage]=250", "filter[wage][gte]=1", "sort=wage", "sort=-wage,name"]) {
    for (const caller of [{}, ben]) {
      const refused = await ask(`${AT}?${query}`, {}, caller);
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('the credential lacks the scope to read the field \\"wage\\"'),
      ]);
    }
    expect((await ask(`${AT}?${query}`, {}, ann)).status).toBe(200);
  }
  for (const query of ["filter[pin]=4711", "filter[code]=1234", "sort=pin"])
    expect((await ask(`${AT}?${query}`, {}, ann)).status).toBe(400);
  const query = "{ sailors(filter: { wage: { gte: 1 } }) { name } }";
  const answer = await (await ask("/api/graphql", sends("POST", { query }), ben)).text();
  expect(answer).toMatch(/lacks the scope|errors/);
});

it("keeps no answer of one caller for another", async () => {
  const { ask } = await start();
  for (const path of [AT, `${AT}/bo`, `${AT}?fields=wage`, AT]) {
    const seen = await ask(path, {}, ann);
    expect(await seen.text()).toContain('"wage":250');
    expect(seen.headers.get("vary")).toContain("Authorization");
    const headers = { "if-none-match": seen.headers.get("etag") ?? "" };
    const unseen = await ask(path, { headers }, ben);
    expect([unseen.status, await unseen.text()]).toEqual([200, expect.not.stringContaining("250")]);
  }
});

it("patches what the caller sees: nothing tests, copies or moves the rest", async () => {
  const { ask, kept, bo } = await start();
  for (const operation of [
    { op: "test", path: "/pin", value: "4711" },
    { op: "copy", from: "/pin", path: "/name" },
    { op: "move", from: "/wage", path: "/name" },
    { op: "test", path: "/wage", value: 250 },
  ]) {
    const answer = await ask(`${AT}/bo`, sends("PATCH", [operation], PATCH), ben);
    expect([answer.status, await answer.text()]).toEqual([409, expect.not.stringMatching("4711")]);
  }
  expect(await kept()).toEqual(bo);
});

it("leaves hidden fields as they are in writes without them, and writes those that are sent", async () => {
  const { ask, kept, bo } = await start();
  const put = (body: object, caller: Headers) => ask(`${AT}/bo`, sends("PUT", body), caller);
  const merge = (body: object) => ask(`${AT}/bo`, sends("PATCH", body, MERGE), ben);
  await put({ name: "Bea" }, ben);
  expect(await kept()).toEqual({ ...bo, name: "Bea" });
  await merge({ name: "Bo", pin: "8888" });
  expect(await kept()).toEqual({ ...bo, pin: "8888" });
  const add = { op: "add", path: "/code", value: "77" };
  await ask(`${AT}/bo`, sends("PATCH", [add], PATCH), ben);
  expect(await kept()).toEqual({ ...bo, pin: "8888", code: "77" });
  await merge({ code: null, pin: null });
  expect(await kept()).toEqual({ id: "bo", name: "Bo", pin: "0000", wage: 250 });
  // A caller who sees a field replaces it as any other.
  await put({ name: "Bo" }, ann);
  expect(await kept()).toEqual({ id: "bo", name: "Bo", pin: "0000", wage: 100 });
});

it("evaluates conditions against what the caller sees", async () => {
  const { ask } = await start();
  const tagOf = async (caller: Headers) =>
    (await ask(`${AT}/bo`, {}, caller)).headers.get("etag") ?? "";
  const [hers, his] = [await tagOf(ann), await tagOf(ben)];
  expect(hers).not.toBe(his);
  const put = (tag: string, caller: Headers) =>
    ask(`${AT}/bo`, sends("PUT", { name: "Bo" }), { ...caller, "if-match": tag });
  expect((await put(hers, ben)).status).toBe(412);
  const written = await put(his, ben);
  expect([written.status, written.headers.get("etag")]).toEqual([200, his]);
});

it("repeats no answer to a credential of the same caller with other scopes", async () => {
  const { ask } = await start();
  const promote = (caller: Headers) =>
    ask(`${AT}/bo/promote`, sends("POST"), { ...caller, "idempotency-key": '"once"' });
  expect(await (await promote(ann)).text()).toContain('"wage":251');
  expect((await promote(ann)).headers.get("idempotency-replayed")).toBe("true");
  const less = await promote(as("ann."));
  expect([less.status, await less.text()]).toEqual([422, expect.not.stringContaining("wage")]);
});

it("has no webhook that confirms a guess of a field", async () => {
  const hook = await receiver();
  const subscriptions = { own: { url: hook.url, secret: SECRET } };
  const { ask } = await start({ webhooks: { ...local, subscriptions } });
  await ask(`${AT}/bo`, sends("PUT", { name: "Bo" }), ann);
  await until(() => hook.all.length === 3);
  expect(hook.all.map(({ body }) => body).join()).not.toMatch(/etag|4711|\b250\b/);
});

it("describes the fields where requests and answers have them", async () => {
  const { ask } = await start();
  const schema = async (name: string) =>
    json<{ properties: Record<string, object>; required: string[] }>(
      await ask(`/api/schemas/${name}`),
    );
  const shown = await schema("Sailor");
  expect(shown.properties).not.toHaveProperty("pin");
  expect(shown.properties).not.toHaveProperty("code");
  expect(shown.properties["wage"]).toMatchObject({
    description: "Wage of a month. Only callers with the scope wages:read see it.",
    "x-readable-by": "wages:read",
  });
  expect(shown.required).toEqual(["id", "name"]);
  for (const name of ["SailorNewInput", "SailorInput", "SailorPatch"])
    expect((await schema(name)).properties["pin"]).toMatchObject({
      writeOnly: true,
      description: "Opens the locker.",
    });
  expect(await (await ask("/api/openapi")).text()).toContain('"writeOnly":true');
});
