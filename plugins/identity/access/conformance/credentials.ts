/** Asks every route with credentials that do not count, even if none is required. */
import {
  defineConformance,
  expectThat,
  headerFits,
  OK,
  refuses,
  same,
  statusIs,
  testCase,
  type Answer,
  type CheckContext,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { z } from "zod";
import { scopesOf } from "../levels.ts";
import { ask, caseWith, issueAll, requestOf } from "./ask.ts";

const BAD = "credentials: bad ones";
const SEVERAL = "credentials: two at once";
const METHODS = "credentials: ways to identify";
const FAILURES = "credentials: failures";

const CredentialsStatement = z.object({
  realm: z.string(),
  authMethods: z.array(z.object({ id: z.string() })),
  failures: z.object({ limit: z.number(), windowSeconds: z.number() }),
});
type CredentialsStatement = z.output<typeof CredentialsStatement>;

const BAD_STATES = ["forged", "expired", "revoked", "foreign"] as const;
/** Failures that using up the attempts of a network may take. */
const MAX_FAILURES = 200;

/** A challenge of the realm, with this error or without one (RFC 6750, section 3). */
const challenges = (answer: Answer, realm: string, error?: string) => {
  const text = answer.headers["www-authenticate"] ?? "";
  const named = / error="([^"]*)"/.exec(text)?.[1];
  return [
    ...headerFits(answer, "WWW-Authenticate", /^[\w-]+ realm="/),
    ...expectThat(text.includes(`realm="${realm}"`), `WWW-Authenticate with the realm`, text),
    ...same("the error in WWW-Authenticate", named, error),
  ];
};

/** Returns the answer without what differs between any two answers. */
function lasting({ status, headers, body }: Answer): string {
  const id = headers["x-request-id"];
  const text = body.toString("latin1");
  const names = Object.keys(headers).toSorted();
  const challenge = headers["www-authenticate"] ?? "";
  return [status, names, challenge, id === undefined ? text : text.replaceAll(id, "")].join("\n");
}

/** Checks that bad credentials are refused on every route, and with the same answer. */
async function badOnes(
  operation: Operation,
  context: CheckContext,
  { realm }: CredentialsStatement,
): Promise<readonly Violation[]> {
  const scopes = scopesOf(operation.route.declaration.access) ?? [];
  const violations: Violation[] = [];
  let first: string | undefined;
  for (const state of BAD_STATES) {
    for (const headers of await issueAll(context, { scopes, state }, requestOf(operation))) {
      const answer = await ask(operation, headers);
      violations.push(
        ...refuses(answer, context, "credentials-invalid"),
        ...challenges(answer, realm, "invalid_token"),
        ...expectThat(
          lasting(answer) === (first ??= lasting(answer)),
          "the same answer to every credential that is not valid",
          `another one to one that is ${state}`,
        ),
      );
    }
  }
  return violations;
}

/** Checks that two credentials in one request are ambiguous: in two headers, or in one header that comes twice. */
async function twoAtOnce(operation: Operation, context: CheckContext, realm: string) {
  const scopes = scopesOf(operation.route.declaration.access) ?? [];
  const good = await issueAll(context, { scopes, state: "good" }, requestOf(operation));
  const [one = {}, other] = good;
  const [twice] = Object.keys(one);
  const answers = [await ask(operation, one, { twice })];
  if (other !== undefined && !Object.keys(other).some((name) => Object.hasOwn(one, name)))
    answers.push(await ask(operation, { ...one, ...other }));
  return answers.flatMap((answer) => [
    ...refuses(answer, context, "credentials-ambiguous"),
    ...challenges(answer, realm, "invalid_request"),
  ]);
}

/** Checks that a network that fails too often is refused unseen, and others are not. */
async function failures(
  context: CheckContext,
  { failures: { limit, windowSeconds } }: CredentialsStatement,
) {
  const target = "/no/such/path";
  const request = { method: "GET", target };
  const [headers] = await issueAll(context, { scopes: [], state: "forged" }, request);
  if (headers === undefined) return OK;
  const client = "198.51.100.7"; // a range for documentation (RFC 5737), which no other request comes from
  const question = { client, headers, anonymous: true, noRetry: true };
  const violations: Violation[] = [];
  for (let failed = 0; failed < limit; failed += 1)
    violations.push(...statusIs(await context.ask(target, question), 401));
  const answer = await context.ask(target, question);
  const seconds = Number(answer.headers["retry-after"]);
  return [
    ...violations,
    ...refuses(answer, context, "authentication-throttled"),
    ...expectThat(
      seconds >= 1 && seconds <= windowSeconds,
      `Retry-After from 1 to ${windowSeconds}`,
      String(seconds),
    ),
    ...statusIs(await context.ask(target, { client, anonymous: true, noRetry: true }), 404),
  ];
}

export default defineConformance({
  statement: CredentialsStatement,
  optional: { "WWW-Authenticate": "only on answers that refuse a credential or miss one" },
  covers: {
    realm: [BAD],
    authMethods: [METHODS],
    failures: [FAILURES],
  },
  server: ({ registry }, { authMethods }) => [
    testCase(METHODS, async () =>
      same(
        "the ways to identify callers",
        authMethods.map(({ id }) => id),
        registry.identifiers.map(({ policy }) => policy),
      ),
    ),
  ],
  operation: (operation, context, statement) => [
    caseWith(context, BAD, () => badOnes(operation, context, statement)),
    caseWith(context, SEVERAL, () => twoAtOnce(operation, context, statement.realm)),
  ],
  after: (context, statement) => [
    statement.failures.limit > MAX_FAILURES
      ? { name: FAILURES, skipped: `it would take ${statement.failures.limit} requests` }
      : caseWith(context, FAILURES, () => failures(context, statement)),
  ],
});
