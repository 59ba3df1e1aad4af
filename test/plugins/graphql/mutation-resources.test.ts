/** The shipped resources are written through GraphQL where the config makes them writable. */
import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { graphqlModel } from "../../../plugins/graphql/derive/model.ts";
import { json, startServer } from "../../_setup.ts";
import { post, type Answer } from "./_setup.ts";

const IDS = ["brains", "offices", "locales", "integrations"] as const;

async function start() {
  const writable = Object.fromEntries(IDS.map((id) => [id, { writable: true }]));
  const server = await startServer({
    config: { plugins: { "rate-limit": false, ...writable } },
  });
  const ask = (path: string, init?: RequestInit) => server.request(path, init);
  const run = async (query: string, variables: object = {}) =>
    json<Answer>(await post(ask, { query, variables }));
  return { server, ask, run };
}

it("has four fields for each resource, named after it", async () => {
  const { server } = await start();
  const mutation = buildSchema(graphqlModel(server.registry).sdl).getMutationType();
  const fields = Object.keys(mutation?.getFields() ?? {}).toSorted();
  expect(fields).toEqual(
    ["Brain", "Integration", "Locale", "Office"]
      .flatMap((name) => ["create", "patch", "remove", "replace"].map((verb) => `${verb}${name}`))
      .toSorted(),
  );
});

const HITO = { id: "oslo-lease", title: "Lease", status: "active", dueDate: "2027-01-01" };

/** A key that clients choose, the collection, an item, a change, and the fields to read. */
const RESOURCES = [
  {
    one: "Brain",
    param: "brainId",
    path: "/api/brains",
    item: { id: "tides", name: "Tides", description: "High and low." },
    change: { name: "Currents" },
    selection: "id name description",
  },
  {
    one: "Office",
    param: "officeId",
    path: "/api/offices",
    item: { id: "oslo", name: "Oslo", hitos: [HITO] },
    change: { name: "Kristiania" },
    selection: "id name hitos { id title status dueDate } integrations { id }",
  },
] as const;

describe.each(RESOURCES)("$one", ({ one, param, path, item, change, selection }) => {
  const field = one.toLowerCase();
  const selected = `{ status etag ${field} { ${selection} } }`;
  const create = `mutation($value: ${one}NewInput!) { create${one}(input: $value) ${selected} }`;
  const changing = (verb: string, type: string, argument: string) =>
    `mutation($value: ${type}!, $ifMatch: String) {
      ${verb}${one}(${param}: "${item.id}", ${argument}: $value, ifMatch: $ifMatch) ${selected} }`;
  const patch = changing("patch", `${one}Patch`, "patch");
  const replace = changing("replace", `${one}Input`, "input");

  it("is created, patched, replaced and removed, with the tags that reads have", async () => {
    const { ask, run } = await start();
    const read = () => ask(`${path}/${item.id}`);
    const none = one === "Office" ? { integrations: [] } : {};
    const created = await run(create, { value: item });
    expect(created.errors).toBeUndefined();
    const first = (await read()).headers.get("etag");
    expect(created.data).toEqual({
      [`create${one}`]: { status: 201, etag: first, [field]: { ...item, ...none } },
    });
    const patched = await run(patch, { value: change, ifMatch: first });
    const second = (await read()).headers.get("etag");
    expect(second).not.toBe(first);
    expect(patched.data).toEqual({
      [`patch${one}`]: { status: 200, etag: second, [field]: { ...item, ...change, ...none } },
    });
    const { id: _, ...whole } = item;
    const late = await run(replace, { value: whole, ifMatch: first });
    expect(late.errors).toMatchObject([
      { extensions: { code: "precondition-failed", status: 412 } },
    ]);
    const replaced = await run(replace, { value: whole, ifMatch: second });
    expect(replaced.data).toEqual({
      [`replace${one}`]: { status: 200, etag: first, [field]: { ...item, ...none } },
    });
    const again = await run(create, { value: item });
    expect(again.errors).toMatchObject([{ extensions: { code: "resource-exists", status: 409 } }]);
    const remove = `mutation { remove${one}(${param}: "${item.id}") { status } }`;
    expect((await run(remove)).data).toEqual({ [`remove${one}`]: { status: 204 } });
    expect((await read()).status).toBe(404);
    expect((await run(remove)).errors).toMatchObject([{ extensions: { status: 404 } }]);
  });
});

it.each([
  ["/docs", "en"],
  ["/docs", "es"],
  ["/llms.txt", "en"],
])("is explained at %s in %s where something is written", async (path, language) => {
  const { ask } = await start();
  const readOnly = await startServer();
  const init = { headers: { "accept-language": language } };
  const texts = [ask(path, init), readOnly.request(path, init)];
  const [writable, other] = await Promise.all(texts.map(async (answer) => (await answer).text()));
  expect(writable).toMatch(/mutation|mutación/i);
  expect(other).not.toMatch(/mutation|mutación/i);
});

it("shows lists and relations as the writes before have left them", async () => {
  const { run } = await start();
  const office = '{ offices { id integrations { type } } office(officeId: "oslo") { name } }';
  for (let times = 0; times < 3; times++) await run(office); // kept from now on
  const { data, errors } = await run(`mutation {
    createOffice(input: { id: "oslo", name: "Oslo", hitos: [] }) { office { integrations { type } } }
    createIntegration(officeId: "oslo", input: { type: slack, status: pending }) { status }
    patchOffice(officeId: "oslo", patch: { name: "Kristiania" }) { office { name integrations { type } } }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    createOffice: { office: { integrations: [] } },
    createIntegration: { status: 201 },
    patchOffice: { office: { name: "Kristiania", integrations: [{ type: "slack" }] } },
  });
  const after = await run(office);
  expect(after.data?.["offices"]).toContainEqual({ id: "oslo", integrations: [{ type: "slack" }] });
  expect(after.data?.["office"]).toEqual({ name: "Kristiania" });
});

it("says with which field of a resource something is wrong", async () => {
  const { run } = await start();
  const input = { id: "oslo", name: "Oslo", hitos: [HITO, { ...HITO, dueDate: "soon" }] };
  const { errors } = await run(
    "mutation($input: OfficeNewInput!) { createOffice(input: $input) { status } }",
    { input },
  );
  expect(errors).toMatchObject([
    { extensions: { status: 422, errors: [{ path: ["input", "hitos", 1, "dueDate"] }] } },
  ]);
});
