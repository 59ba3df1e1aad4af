import { requiredNames } from "waymark/advanced";
import {
  asObject,
  defineConformance,
  expectThat,
  headerIs,
  OK,
  readItems,
  refuses,
  sameNames,
  statusIs,
  testCase,
  type CheckContext,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { z } from "zod";
import { PreferDiscovery } from "../../../schemas/documents/negotiation.ts";

type PreferStatement = z.output<typeof PreferDiscovery>;

const HONORED = "prefer: honored";
const IGNORED = "prefer: ignored";
const WRITES = "prefer: writes";

export default defineConformance({
  statement: PreferDiscovery,
  optional: { "Preference-Applied": "only where a preference is honoured" },
  covers: {
    headerName: [HONORED],
    appliedHeaderName: [HONORED],
    preferences: [HONORED, IGNORED],
    endpoints: [HONORED, IGNORED],
    operations: [HONORED],
    reference: { because: "the name of a standard" },
  },
  operation(operation, context, statement) {
    const { method, kind, engine } = operation.route;
    if (method !== "GET") return writeCases(operation, statement);
    if (kind === "stream") return [];
    const honored = namedOperation(statement, operation)?.preferences ?? [];
    const preferences = statement.preferences.filter(({ name }) => !honored.includes(name));
    return [
      ...(engine !== undefined && honored.length > 0
        ? [testCase(HONORED, () => honors(operation, context, statement))]
        : []),
      testCase(IGNORED, () => ignores(operation, { ...statement, preferences })),
    ];
  },
});

function namedOperation({ operations }: PreferStatement, { route }: Operation) {
  return operations.find(({ method, path }) => method === route.method && path === route.path);
}

/** Returns the cases of a write: on success it says nothing but that it succeeded; a refused write proves nothing. */
function writeCases(operation: Operation, statement: PreferStatement) {
  const { route, sample } = operation;
  const { request } = sample;
  if (route.answersAs === undefined || request === undefined) return [];
  const run = async () => {
    const headers = { ...request.headers, [statement.headerName.toLowerCase()]: "return=minimal" };
    const answer = await operation.ask({ ...request, headers });
    if (answer.status >= 400) return OK;
    return [
      ...expectThat(
        namedOperation(statement, operation) !== undefined,
        "it among the operations",
        "none",
      ),
      ...statusIs(answer, 201, 204),
      ...headerIs(answer, statement.appliedHeaderName, "return=minimal"),
      ...expectThat(answer.body.length === 0, "no content", `${answer.body.length} bytes`),
    ];
  };
  return [testCase(WRITES, run)];
}

async function honors(operation: Operation, context: CheckContext, statement: PreferStatement) {
  const { appliedHeaderName, preferences } = statement;
  const violations: Violation[] = [];
  const isHonored = (preference: string) =>
    preferences.some(({ name, honored }) => name === preference && honored);
  const prefer = (value: string) => ({ headers: { [statement.headerName.toLowerCase()]: value } });
  if (isHonored("return")) {
    const minimal = await operation.ask(prefer("return=minimal"));
    violations.push(...headerIs(minimal, appliedHeaderName, "return=minimal"));
    const { list } = operation.route.declaration;
    const required = list === undefined ? [] : requiredNames(list.of);
    for (const item of readItems(minimal, operation.route))
      violations.push(
        ...sameNames("items of required fields only", Object.keys(asObject(item)), required),
      );
  }
  if (isHonored("handling")) {
    const strict = await operation.ask(prefer("handling=strict"));
    const refused = await operation.askWith("nothing=1", prefer("handling=strict"));
    const lenient = await operation.askWith("nothing=1", prefer("handling=lenient"));
    violations.push(
      ...statusIs(strict, 200),
      ...headerIs(strict, appliedHeaderName, "handling=strict"),
      ...refuses(refused, context, "bad-request"),
      ...statusIs(lenient, 200),
    );
  }
  return violations.slice(0, 3);
}

/** A preference that is not honoured changes nothing, and is not said to be applied. */
async function ignores(operation: Operation, statement: PreferStatement) {
  const { headerName, appliedHeaderName, preferences } = statement;
  if (preferences.length === 0) return OK;
  const value = preferences
    .map(({ name, values: [first] }) => (first === undefined ? name : `${name}=${first}`))
    .join(", ")
    .replaceAll("=seconds", "=1");
  const answer = await operation.ask({ headers: { [headerName.toLowerCase()]: value } });
  return [
    ...statusIs(answer, (await operation.base()).status),
    ...headerIs(answer, appliedHeaderName, undefined),
  ];
}
