import { requiredNames } from "waymark";
import {
  asObject,
  defineConformance,
  headerIs,
  readItems,
  OK,
  refuses,
  sameNames,
  statusIs,
  testCase,
  type Operation,
  type Violation,
  type CheckContext,
} from "waymark/conformance";
import { z } from "zod";

const Statement = z.object({
  headerName: z.string(),
  appliedHeaderName: z.string(),
  preferences: z.array(
    z.object({ name: z.string(), values: z.array(z.string()), honored: z.boolean() }),
  ),
  endpoints: z.array(z.string()),
});
type Statement = z.output<typeof Statement>;

const HONORED = "prefer: honored";
const IGNORED = "prefer: ignored";

export default defineConformance({
  statement: Statement,
  optional: { "Preference-Applied": "where a preference is honoured" },
  covers: {
    headerName: [HONORED],
    appliedHeaderName: [HONORED],
    preferences: [HONORED, IGNORED],
    endpoints: [HONORED, IGNORED],
    reference: { because: "the name of a standard" },
  },
  operation(operation, context, statement) {
    const { route } = operation;
    if (route.method !== "GET" || route.kind === "stream") return [];
    return statement.endpoints.includes(route.path)
      ? [
          testCase(HONORED, () => honored(operation, context, statement)),
          testCase(IGNORED, () => ignored(operation, statement, false)),
        ]
      : [testCase(IGNORED, () => ignored(operation, statement, true))];
  },
});

async function honored(operation: Operation, context: CheckContext, statement: Statement) {
  const { headerName, appliedHeaderName, preferences } = statement;
  const name = headerName.toLowerCase();
  const problems: Violation[] = [];
  const isHonored = (preference: string) =>
    preferences.some((one) => one.name === preference && one.honored);
  if (isHonored("return")) {
    const answer = await operation.ask({ headers: { [name]: "return=minimal" } });
    problems.push(...headerIs(answer, appliedHeaderName, "return=minimal"));
    const { list } = operation.route.declaration;
    const required = list === undefined ? [] : requiredNames(list.of);
    for (const item of readItems(answer, operation.route))
      problems.push(
        ...sameNames("items of required fields only", Object.keys(asObject(item)), required),
      );
  }
  if (isHonored("handling")) {
    const headers = { [name]: "handling=strict" };
    const fine = await operation.ask({ headers });
    problems.push(...statusIs(fine, 200), ...headerIs(fine, appliedHeaderName, "handling=strict"));
    problems.push(
      ...refuses(await operation.askWith("nothing=1", { headers }), context, "bad-request"),
    );
    const lenient = await operation.askWith("nothing=1", {
      headers: { [name]: "handling=lenient" },
    });
    problems.push(...statusIs(lenient, 200));
  }
  return problems.slice(0, 3);
}

/** What is not honoured is not said to be. */
async function ignored(
  operation: Operation,
  { headerName, appliedHeaderName, preferences }: Statement,
  all: boolean,
) {
  const some = preferences
    .filter((preference) => all || !preference.honored)
    .map(({ name, values }) => (values[0] === undefined ? name : `${name}=${values[0]}`));
  if (some.length === 0) return OK;
  const headers = { [headerName.toLowerCase()]: some.join(", ").replaceAll("=seconds", "=1") };
  const answer = await operation.ask({ headers });
  return [
    ...statusIs(answer, (await operation.base()).status),
    ...headerIs(answer, appliedHeaderName, undefined),
  ];
}
