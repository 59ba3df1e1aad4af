/** Asks every protected route without a credential, with too little, and with no more than it needs. */
import {
  defineConformance,
  expectThat,
  headerFits,
  headerIs,
  OK,
  refuses,
  testCase,
  type CheckContext,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { z } from "zod";
import { ask, caseWith, issueAll, requestOf } from "./ask.ts";

const ANONYMOUS = "access: anonymous";
const SCOPES = "access: scopes";
const ALLOWED = "access: allowed";

const AccessStatement = z.object({
  protected: z.array(z.object({ route: z.string(), scopes: z.array(z.string()) })),
});

async function anonymous(operation: Operation, context: CheckContext) {
  const answer = await ask(operation, {});
  return [
    ...refuses(answer, context, "authentication-required"),
    ...headerFits(answer, "WWW-Authenticate", /^[\w-]+ realm="[^"]*"/),
    ...expectThat(
      !(answer.headers["www-authenticate"] ?? "").includes("error="),
      "WWW-Authenticate without an error, as there was no credential (RFC 6750, section 3.1)",
      answer.headers["www-authenticate"] ?? "",
    ),
    ...headerIs(answer, "ETag", undefined),
  ];
}

/** Checks that a credential that lacks one of the scopes does not open the route, and that the answer names it. */
async function eachScope(operation: Operation, context: CheckContext, required: readonly string[]) {
  const violations: Violation[] = [];
  for (const missing of required) {
    const scopes = required.filter((scope) => scope !== missing);
    for (const headers of await issueAll(
      context,
      { scopes, state: "good" },
      requestOf(operation),
    )) {
      const answer = await ask(operation, headers);
      violations.push(
        ...refuses(answer, context, "insufficient-scope"),
        ...expectThat(
          answer.body.includes(missing),
          `the scope that is missing: ${missing}`,
          "none",
        ),
        ...headerFits(answer, "WWW-Authenticate", / error="insufficient_scope".* scope="/),
      );
    }
  }
  return violations;
}

/** Asks a route with no more than its scopes, from each way to identify callers. */
async function allowed(operation: Operation, context: CheckContext, scopes: readonly string[]) {
  const { request } = operation.sample;
  const violations: Violation[] = [];
  if (request === undefined) return OK;
  for (const headers of await issueAll(context, { scopes, state: "good" }, requestOf(operation))) {
    const answer = await ask(operation, { ...request.headers, ...headers }, { body: request.body });
    violations.push(
      ...expectThat(
        answer.status !== 401 && answer.status !== 403,
        "an answer to those who may have it",
        `status ${answer.status}`,
      ),
    );
  }
  return violations;
}

export default defineConformance({
  statement: AccessStatement,
  covers: { protected: [ANONYMOUS, SCOPES, ALLOWED] },
  operation(operation, context, statement) {
    const { scopes } = statement.protected.find(({ route }) => route === operation.route.ref) ?? {};
    if (scopes === undefined) return [];
    return [
      testCase(ANONYMOUS, () => anonymous(operation, context)),
      ...(scopes.length === 0
        ? []
        : [caseWith(context, SCOPES, () => eachScope(operation, context, scopes))]),
      caseWith(context, ALLOWED, () => allowed(operation, context, scopes)),
    ];
  },
});
