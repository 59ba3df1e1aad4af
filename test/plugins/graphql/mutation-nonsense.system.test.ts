/** Mutations with any values: each is carried out or refused, and none fails. */
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
} from "graphql";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import preset from "waymark/preset";
import { graphqlModel } from "../../../plugins/graphql/derive/model.ts";
import { recordingLog, startServer } from "../../_setup.ts";
import { harbour } from "../writes/_resources.ts";
import type { Answer } from "./_setup.ts";

const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("a", "b") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", ".", "..", "a/b", "*", '"x"', "__proto__", "constructor"),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constant("\u{D800}") },
);
/** Numbers that JSON writes and no number is, among others. */
const HUGE = "<1e999>";
const number = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constant(HUGE) },
);
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: number },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("__proto__", "toString")
      .map((name) => JSON.parse(`{"${name}": {"a": null}}`)),
  },
);

/** Values that mostly fit the type. */
function valueOf(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  const bare = getNullableType(type);
  const fitting = (): fc.Arbitrary<unknown> => {
    if (isListType(bare)) return fc.array(valueOf(bare.ofType, depth + 1), { maxLength: 3 });
    if (isEnumType(bare)) return fc.constantFrom(...bare.getValues().map(({ name }) => name));
    if (isInputObjectType(bare)) {
      const fields = Object.values(bare.getFields());
      const arbitraries = fields.map((field) => [field.name, valueOf(field.type, depth + 1)]);
      const requiredKeys = fields
        .filter((field) => isNonNullType(field.type))
        .map(({ name }) => name);
      return fc.record(Object.fromEntries(arbitraries) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys,
      });
    }
    if (bare.name === "JSON") return anything;
    return { String: text, Int: number, Boolean: fc.boolean() }[bare.name] ?? number;
  };
  const nothing = isNonNullType(type) ? [] : [{ weight: 40, arbitrary: fc.constant(null) }];
  return fc.oneof({ weight: 40, arbitrary: fitting() }, ...nothing, {
    weight: 1,
    arbitrary: anything,
  });
}

/** A field with all its scalars, its arguments as variables. */
function callOf(field: GraphQLField<unknown, unknown>, at: number) {
  const type = getNamedType(field.type);
  const inner = isObjectType(type) ? Object.values(type.getFields()) : [];
  const selection = inner.map((member) => {
    const of = getNamedType(member.type);
    if (isLeafType(of)) return member.name;
    const leaves = isObjectType(of)
      ? Object.values(of.getFields()).filter((one) => isLeafType(getNamedType(one.type)))
      : [];
    return `${member.name} { ${leaves.map(({ name }) => name).join(" ")} }`;
  });
  const values = fc.record(
    Object.fromEntries(field.args.map((arg) => [arg.name, valueOf(arg.type)])),
  );
  return values.map((args) => ({
    definitions: field.args.map((arg) => `$${arg.name}${at}: ${arg.type}`),
    variables: Object.fromEntries(
      Object.entries(args).map(([name, value]) => [`${name}${at}`, value]),
    ),
    selection: `m${at}: ${field.name}(${field.args.map((arg) => `${arg.name}: $${arg.name}${at}`).join(", ")}) { ${selection.join(" ")} }`,
  }));
}

it("carries out or refuses 1,000 documents", async () => {
  const { log, lines } = recordingLog();
  const server = await startServer({
    plugins: [...preset, harbour],
    config: { plugins: { "rate-limit": false } },
    log,
  });
  const schema = buildSchema(graphqlModel(server.registry).sdl);
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(fields).toHaveLength(8);
  const call = (at: number) => fc.constantFrom(...fields).chain((field) => callOf(field, at));
  const document = fc.tuple(call(0), fc.option(call(1)), fc.option(call(2)));
  const statuses = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(document, async (calls) => {
      const parts = calls.filter((one) => one !== null);
      const definitions = parts.flatMap((part) => part.definitions).join(", ");
      const query = `mutation(${definitions}) { ${parts.map((part) => part.selection).join(" ")} }`;
      const variables: unknown = Object.assign({}, ...parts.map((part) => part.variables));
      const body = JSON.stringify({ query, variables }).replaceAll(`"${HUGE}"`, "1e999");
      const headers = { "content-type": "application/json" };
      const answer = await server.fetch("/api/graphql", { method: "POST", headers, body });
      const { data, errors = [] } = (await answer.json()) as Answer;
      expect([200, 422]).toContain(answer.status);
      for (const { extensions } of errors) expect(extensions?.code).not.toBe("internal-error");
      for (const result of Object.values(data ?? {})) {
        const status = (result as { status: number } | null)?.status;
        statuses.add(status);
      }
    }),
    { numRuns: 1000 },
  );
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  // Otherwise the documents would be refused for one reason all.
  expect(statuses).toEqual(new Set([200, 201, 204, undefined]));
});
