/** Requests to GraphQL that are meant to cost: the status that they are answered with, and the body as it is sent. */
import { getIntrospectionQuery } from "graphql";

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(" ");
const [WHOLE = "", ...FRAGMENTS] = getIntrospectionQuery().split(/(?=fragment )/);
const body = (query: string, more: object = {}) => JSON.stringify({ query, ...more });
const KEYS = `{${many(11_800, (i) => `"${i.toString(36)}":1,`).replaceAll(" ", "")}"z":1}`;
const MIB = 100_000;
const fill = (text: string, around = 100) => text.repeat(Math.floor((MIB - around) / text.length));

export type HostileRequest = readonly [status: number, body: string];

export const GRAPHQL_CORPUS: Readonly<Record<string, HostileRequest>> = {
  "the whole schema": [200, body(getIntrospectionQuery())],
  "the whole schema under 30 names": [
    422,
    body(
      `{ ${many(30, (i) => `a${i}: __schema { ...S }`)} } fragment S on __Schema ${WHOLE.slice(WHOLE.indexOf("{", WHOLE.indexOf("__schema")), WHOLE.lastIndexOf("}"))} ${FRAGMENTS.join(" ")}`,
    ),
  ],
  "fields of types of fields": [
    200,
    body(
      "{ __schema { types { name fields { name description args { name type { name ofType { name ofType { name } } inputFields { name type { name ofType { name } } } } } type { name ofType { name description fields { name description args { name description type { ofType { ofType { ofType { name } } } } } type { name ofType { name } } } ofType { name fields { name description args { name description } } } } fields { name description args { name description type { name ofType { name ofType { name } } } } type { name description ofType { name } } } } } inputFields { name type { ofType { name } } } enumValues { name } } } }",
    ),
  ],
  "types under 30 names": [
    422,
    body(
      `{ __schema { ${many(30, (i) => `a${i}: types { name description fields { name description } }`)} } }`,
    ),
  ],
  "lists under 30 names": [
    200,
    body(`{ ${many(30, (i) => `a${i}: releases { version date summary }`)} }`),
  ],
  "lists of lists under 30 names": [
    200,
    body(
      `{ ${many(29, (i) => `a${i}: offices { id name hitos { id title status dueDate completedAt } integrations { id officeId type status externalId externalAccount metadata lastSyncAt errorMessage createdAt updatedAt } }`)} }`,
    ),
  ],
  aliases: [422, body(`{ ${many(5000, (i) => `a${i}: brains { id }`)} }`)],
  "one field over and over": [422, body(`{ ${many(990, () => "service")} }`)],
  "one list over and over": [422, body(`{ ${many(240, () => "brains { id }")} }`)],
  "one list over and over in fragments": [
    422,
    body(`{ ${many(3, () => `... { ${many(70, () => "brains { id }")} }`)} }`),
  ],
  "one list as often as may be": [200, body(`{ ${many(100, () => "brains { id }")} }`)],
  "many fragments of one field": [
    422,
    body(
      `{ ${many(120, (i) => `...f${i}`)} } ${many(120, (i) => `fragment f${i} on Query { service }`)}`,
    ),
  ],
  "fragments that use themselves": [
    422,
    body("{ ...a } fragment a on Query { ...b } fragment b on Query { ...a service }"),
  ],
  "fragments that double": [
    200,
    body(
      `{ ...f0 } ${many(60, (i) => `fragment f${i} on Query { ...f${i + 1} ... { ...f${i + 1} } }`)} fragment f60 on Query { service }`,
    ),
  ],
  "fragments of fragments": [
    422,
    body(
      `{ ...f0 } ${many(130, (i) => `fragment f${i} on Query { ...f${i + 1} }`)} fragment f130 on Query { service }`,
    ),
  ],
  "unknown fields": [422, body(`{ ${many(900, (i) => `brain${i}`)} }`)],
  "long unknown fields": [422, body(`{ ${many(900, (i) => `${"brains".repeat(15)}${i}`)} }`)],
  "unknown types": [422, body(`query(${many(190, (i) => `$a${i}: Integratio${i}`)}) { service }`)],
  "unknown fragments": [422, body(`{ ${many(450, (i) => `...f${i}`)} }`)],
  directives: [422, body(`{ service ${many(490, () => "@skip")} }`)],
  "directives with arguments": [422, body(`{ service ${many(120, () => "@skip(if: false)")} }`)],
  operations: [422, body(many(190, (i) => `query q${i} { service }`))],
  "unnamed operations": [422, body(many(300, () => "{ service }"))],
  nesting: [422, body(`${"{ a ".repeat(5000)}${"}".repeat(5000)}`)],
  "nested values": [422, body(`{ brains(sort: ${"[".repeat(100_000)}`)],
  "nested types": [422, body(`query($a: ${"[".repeat(490)}Int${"]".repeat(490)}) { service }`)],
  "white space": [422, body(`${fill(" ")}{ service }`)],
  "line breaks, written \\n": [422, body(`${"\n".repeat(40_000)}{ service }`)],
  "line breaks before a syntax error": [422, body(`${"\n".repeat(40_000)}{ `)],
  "line breaks before 300 errors": [
    422,
    body(`${"\n".repeat(40_000)}{ ${many(300, (i) => `x${i}`)} }`),
  ],
  comments: [422, body(`${"#\n".repeat(30_000)}{ service }`)],
  commas: [422, body(`${fill(",")}{ service }`)],
  "a long name": [422, body(`{ ${"x".repeat(100_000)} }`)],
  "a long string": [422, body(`{ brains(sort: "${"x".repeat(100_000)}") { id } }`)],
  "a string of escapes": [422, body(`{ brains(sort: "${"\\n".repeat(30_000)}") { id } }`)],
  "a long block string": [422, body(`{ brains(sort: """${"\n a".repeat(20_000)}""") { id } }`)],
  "a long number": [422, body(`{ brains(limit: ${"1".repeat(100_000)}) { id } }`)],
  "a long operation name": [422, body("{ service }", { operationName: "x".repeat(100_000) })],
  "11,800 variables": [413, `{"query":"{ service }","variables":${KEYS}}`],
  "11,800 extensions": [413, `{"query":"{ service }","extensions":${KEYS}}`],
  "11,800 members": [413, `{"query":"{ service }",${KEYS.slice(1)}`],
  "nested variables": [
    400,
    `{"query":"{ service }","variables":{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}}`,
  ],
  "nested objects": [
    400,
    `{"query":"{ service }","variables":{"a":${'{"a":'.repeat(12_000)}1${"}".repeat(12_000)}}}`,
  ],
  "a long list as a variable": [
    413,
    `{"query":"query($a: [String!]) { brains(filter: { id: { in: $a } }) { id } }","variables":{"a":[${'"a",'.repeat(20_000)}"a"]}}`,
  ],
  "a long list of the wrong type": [
    413,
    `{"query":"query($a: [String!]) { brains(filter: { id: { in: $a } }) { id } }","variables":{"a":[${"1,".repeat(40_000)}1]}}`,
  ],
  "a list of empty objects": [
    413,
    `{"query":"{ service }","variables":{"a":[${"{},".repeat(30_000)}{}]}}`,
  ],
  "many unused variables": [422, body(`query(${many(190, (i) => `$a${i}: Int`)}) { service }`)],
  "a batch": [413, `[${`${body("{ service }")},`.repeat(5200)}{}]`],
  "escapes in JSON": [200, `{"query":"{ service } #${"\\u0041".repeat(42_000)}"}`],
  "not JSON at the end": [413, `{"query":"{ service }","variables":[${"1,".repeat(40_000)}`],
};
