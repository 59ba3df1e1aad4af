/** Changes in Spanish: each sentence that a comparison makes has a translation, and no translation is left of another. */
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { expect, it } from "vitest";
import graphql from "../../../../plugins/graphql/index.ts";
import { changeTexts } from "../../../../plugins/pages/console/change-texts.ts";
import messages from "../../../../plugins/pages/console/messages.json" with { type: "json" };
import { registryDocument } from "../../../../registry/derive/export/index.ts";
import type { RegistryDocument, RouteDocument } from "../../../../registry/derive/export/form.ts";
import { compareRegistries } from "../../../../plugins/shared/diff/compare.ts";
import { compareTypes } from "../../../../plugins/writes/webhooks/event-types.ts";
import { documentOf } from "../../tools/diff/_sketch.ts";
import { CORPUS } from "../../tools/diff/corpus.ts";

/** Two versions of a schema of GraphQL, with the differences that operations of the API make. */
const SCHEMAS = [
  `type Query { a(one: Int): Int b: In c(i: I): Int d: U } enum In { X Y }
   input I { a: Int = 1 } type A { a: Int } type B { a: Int } union U = A | B`,
  `type Query { a(one: String, two: Int, three: Int!): Int b: In c(i: I): String d: U } enum In { X Z }
   input I { a: Int = 2 b: Int! c: Int } type A { a: Int } type C { a: Int } union U = A | C`,
] as const;

const NAMES = Object.entries(messages.changeTexts).flatMap(([group, texts]) =>
  Object.entries(texts).map(([key, text]) => [`${group}.${key}`, text] as const),
);
/** A language that names the text that was used, and keeps what it was filled with. */
const marked = NAMES.map(([name, text]) => {
  const gaps = [...text.matchAll(/\{\w+\}/g)].map(String);
  return [`console.changeTexts.${name}`, `<${name}> ${gaps.join(" ")}`] as const;
});
const named = definePlugin({
  id: "named",
  summary: "Names.",
  translations: {
    qaa: { ...Object.fromEntries(marked), "Read.": "Read.", "Write.": "Write." },
    es: { "Read.": "Lee.", "Write.": "Escribe." },
  },
});

const server = await createTestServer({
  plugins: [...preset, named],
  config: { plugins: { console: true, listen: { admin: { port: 0 } } } },
});
const { registry } = server;
await server.close();

/** Edits of the preset's document that the corpus has no kind of: each first route that fits differs. */
const whole = JSON.parse(JSON.stringify(await registryDocument(registry))) as RegistryDocument;
const [before, after] = [structuredClone(whole), structuredClone(whole)];
const pick = (fits: (route: RouteDocument) => boolean) =>
  [before, after].map((document) => {
    const route = document.routes.find(fits);
    if (route === undefined) throw new Error("no route fits");
    return route;
  }) as [RouteDocument, RouteDocument];
const closed = { type: "object", additionalProperties: false } as const;
const open = { type: "object", properties: { a: { type: "string" } } } as const;
{
  const [was, is] = pick(({ kind }) => kind === "list");
  was.cache = "no-store";
  is.cache = { scope: "private", maxAge: 5, staleWhileRevalidate: 0 };
  is.errorMediaTypes.push("application/x-error");
  is.settings["limits"] = "all";
  Object.values(is.headers)
    .splice(1)
    .forEach((headers) => Object.assign(headers, { "x-a": "b", Vary: "x-c" }));
  [was.query, is.query] = [closed, open];
  [was.responseHeaders, is.responseHeaders] = [
    { type: "object", properties: { "x-b": { type: "string" } } },
    { type: "object", properties: { "x-b": { type: "integer" } } },
  ];
}
{
  const [was, is] = pick(({ kind }) => kind === "stream");
  [was.events, is.events] = [{ a: closed }, { a: open }];
}
{
  const [was, is] = pick(({ body, bodies }) => body !== null || bodies !== undefined);
  [was.maxBodyBytes, is.maxBodyBytes] = [null, 5];
  for (const route of [was, is])
    route.bodies = { "application/json": { schema: { $ref: "#/schemas/Sent" }, type: "Sent" } };
  before.schemas["Sent"] = closed;
  after.schemas["Sent"] = open;
  [before.exports["kept"], after.exports["kept"]] = ["a", "b"];
  before.schemas["Kept"] = { type: "string" };
  after.schemas["Kept"] = { type: "string", enum: [1] };
}

const comparers = Object.entries(graphql.exports ?? {}).map(([name, { compare }]) => ({
  name,
  compare,
}));
const [old, current] = SCHEMAS;
const exported = await Promise.all(
  comparers.flatMap(({ compare }) => [compare?.(old, current), compare?.(current, old)]),
);
const compared = await Promise.all(
  CORPUS.map(async ({ before: was, after: is, versions = ["1.0.0", "1.0.0"] }) => {
    const one = await documentOf(was, versions[0]);
    const other = await documentOf(is, versions[1]);
    const all = async () => comparers;
    return [
      ...(await compareRegistries(one, other, all)),
      ...(await compareRegistries(other, one, all)),
    ];
  }),
);
const changes = [
  ...compared.flat().filter(({ where }) => !where.startsWith("tea ")), // of a point that only the corpus has
  ...(await compareRegistries(before, after)),
  ...(await compareRegistries(after, before)),
  ...[...exported.flatMap((one) => one ?? []), ...compareTypes("a.b", "c.d")].map(
    ({ message }) => ({ message, where: "export graphql" }),
  ),
];

it("all have a text in Spanish, without English words", () => {
  const texts = changeTexts(changes, [registry, registry], "es");
  const missing = changes.filter(({ message }) => texts[message] === undefined);
  expect([...new Set(missing.map(({ message }) => message))]).toEqual([]);
  const places = changes.filter(({ where }) => !/^[A-Z]+ \//.test(where));
  const unnamed = places.filter(({ where }) => texts[where] === undefined);
  expect([...new Set(unnamed.map(({ where }) => where))]).toEqual([]);
  const english = /\b(?:the|of|and|or|that|which|with|are|is|for|from|this|by|was|now|new|on)\b/i;
  const left = Object.values(texts).filter((text) => english.test(text.replaceAll(/`[^`]*`/g, "")));
  expect(left).toEqual([]);
});

it("use every text", () => {
  const texts = Object.values(changeTexts(changes, [registry, registry], "qaa")).join("\n");
  const unused = NAMES.filter(([name]) => !texts.includes(`<${name}>`));
  expect(unused.map(([, text]) => text)).toEqual([]);
});

it("are in English where there is no translation, as the command line says them", () => {
  const [change] = changes;
  if (change === undefined) throw new Error("there is no change");
  const { message } = change;
  expect(changeTexts([change], [registry, registry], "en")).toEqual({ [message]: message });
  expect(changeTexts([change], [registry, registry], "de")).toEqual({});
});
