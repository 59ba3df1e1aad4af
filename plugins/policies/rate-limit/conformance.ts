import {
  defineConformance,
  expectThat,
  headerFits,
  headerIs,
  OK,
  refuses,
  same,
  statusIs,
  testCase,
  type Answer,
  type CheckContext,
  type Operation,
  type Question,
} from "waymark/conformance";
import { getOrMake, requiredScopes } from "waymark/advanced";
import { sharedLimitCase } from "./conformance-nodes.ts";
import { largestLimit, limitOf, RateLimitStatement } from "./stated-limits.ts";

const HEADERS = "rate-limit: headers";
const COUNTING = "rate-limit: counting";
const REFUSAL = "rate-limit: 429";
/** Requests that using up a limit may take. */
const MAX_EXHAUSTION = 20_000;
/** Requests at once. */
const BATCH = 20;

const NODES = "rate-limit: nodes";

export default defineConformance({
  statement: RateLimitStatement,
  masks: {
    "X-RateLimit-Remaining": [/\d+/, "<number>"],
    "X-RateLimit-Reset": [/\d+/, "<number>"],
    RateLimit: [/r=\d+;t=\d+/, "r=<number>;t=<seconds>"],
  },
  covers: {
    name: [HEADERS],
    limit: [HEADERS, REFUSAL],
    pagesLimit: [HEADERS, REFUSAL],
    windowSeconds: [HEADERS],
    per: [COUNTING],
    exemptMethods: [COUNTING, REFUSAL],
    exemptPaths: [COUNTING, REFUSAL],
    headers: [HEADERS],
    on429: [REFUSAL],
    scans: { because: "a check fills no table" },
    scope: [NODES],
    accuracy: [NODES],
    onFailure: { because: "a check does not part the nodes from each other" },
  },
  quota({ headers }, { limit: everybodys, windowSeconds }) {
    const remaining = headers["x-ratelimit-remaining"];
    if (remaining === undefined) return undefined;
    const limit = Number(headers["x-ratelimit-limit"] ?? everybodys); // a principal's own
    const resetSeconds = Number(headers["x-ratelimit-reset"] ?? windowSeconds);
    return { limit, remaining: Number(remaining), resetSeconds };
  },
  answers: (operation, context, statement) => [
    testCase(HEADERS, async () =>
      operation.answers.flatMap(({ answer, route }) => {
        const { headers } = statement;
        const { name, limit, windowSeconds } = limitOf(answer, route, context, statement);
        const reset = Number(answer.headers["x-ratelimit-reset"]);
        return [
          ...headers.flatMap((header) => headerFits(answer, header, /./)),
          ...headerIs(answer, "X-RateLimit-Limit", String(limit)),
          ...headerIs(answer, "RateLimit-Policy", `"${name}";q=${limit};w=${windowSeconds}`),
          ...expectThat(
            reset > 0 && reset <= windowSeconds,
            `X-RateLimit-Reset from 1 to ${windowSeconds}`,
            String(reset),
          ),
        ];
      }),
    ),
  ],
  operation: (operation, context, statement) => [
    context.target.exclusive
      ? testCase(COUNTING, () => counting(operation, context, statement))
      : { name: COUNTING, skipped: "others may use the same quota" },
  ],
  after(context, statement) {
    const skipped = reasonToSkip(context, largestLimit(context, statement));
    return context.operations.map((operation) =>
      skipped === undefined
        ? { operation, ...testCase(REFUSAL, () => refused(operation, context, statement)) }
        : { operation, name: REFUSAL, skipped },
    );
  },
  nodes: (context, statement) => [
    sharedLimitCase(
      NODES,
      context,
      { ...statement, refusal: statement.on429.status },
      countedOperation(context, statement, false)?.target,
      reasonToSkip(context, statement.limit),
    ),
  ],
});

function isExempt({ route }: Operation, { exemptPaths }: RateLimitStatement): boolean {
  return exemptPaths.includes(route.path);
}

function countedOperation(
  { operations }: CheckContext,
  statement: RateLimitStatement,
  site: boolean,
) {
  const counted = operations.filter(
    (one) =>
      one.route.method === "GET" &&
      one.route.kind !== "stream" &&
      one.route.site === site &&
      !isExempt(one, statement),
  );
  // Using up a limit takes hundreds of requests, and a document is made once.
  const isCheap = ({ route }: Operation) => route.document && requiredScopes(route) === undefined;
  return counted.find(isCheap) ?? counted[0];
}

/** Each request counts one, for its client alone; exempt ones do not count. */
async function counting(
  operation: Operation,
  context: CheckContext,
  statement: RateLimitStatement,
) {
  const { method, kind } = operation.route;
  if (kind === "stream") return OK; // each request would leave a stream open
  const client = newClient();
  const ask = (verb: string) => operation.ask({ method: verb, client });
  const remainingIn = ({ headers }: Answer) => Number(headers["x-ratelimit-remaining"]);
  const remaining = async (verb: string) => remainingIn(await ask(verb));
  const first = await ask("OPTIONS");
  const { limit } = limitOf(first, operation.route, context, statement);
  const left = limit - (isExempt(operation, statement) ? 0 : 1);
  const [free] = statement.exemptMethods;
  return [
    ...same("requests left to a new client", remainingIn(first), limit),
    ...same(`requests left after ${method}`, await remaining(method), left),
    ...(free === undefined ? OK : same(`requests left after ${free}`, await remaining(free), left)),
  ];
}

let clients = 0;

/** Returns an address of a range for tests (RFC 2544) that no other request of a check has. */
function newClient(): string {
  clients += 1;
  return `198.19.${(clients >> 8) & 255}.${clients & 255}`;
}

function reasonToSkip({ target, exhaust }: CheckContext, limit: number): string | undefined {
  if (!target.exclusive && !exhaust)
    return "it would use up the quota of all clients at this address; check with --exhaust";
  return limit > MAX_EXHAUSTION ? `it would take ${limit} requests` : undefined;
}

/** Clients without requests left, for the API and for pages. */
const exhausted = new WeakMap<CheckContext, Map<boolean, Promise<Question>>>();

/** Returns a client that has no requests to the API left, or none to pages. All operations share it. */
function exhaustedClient(
  context: CheckContext,
  statement: RateLimitStatement,
  site: boolean,
): Promise<Question> {
  const clientsOf = getOrMake(exhausted, context, () => new Map<boolean, Promise<Question>>());
  return getOrMake(clientsOf, site, () => exhaustClient(context, statement, site));
}

async function exhaustClient(
  context: CheckContext,
  statement: RateLimitStatement,
  site: boolean,
): Promise<Question> {
  const question: Question = { client: newClient(), noRetry: true };
  const counted = countedOperation(context, statement, site);
  if (counted === undefined) return question;
  const most = largestLimit(context, statement);
  for (let sent = 0; sent <= most; sent += BATCH) {
    const answers = await Promise.all(
      Array.from({ length: BATCH }, () =>
        context.ask(counted.target, { ...question, method: "HEAD" }),
      ),
    );
    if (answers.some(({ status }) => status === statement.on429.status)) break;
  }
  return question;
}

/** A 429 precedes a 304 and every other answer, except to requests that do not count. */
async function refused(operation: Operation, context: CheckContext, statement: RateLimitStatement) {
  const { code, header, status } = statement.on429;
  const exempt = isExempt(operation, statement);
  if (operation.route.kind === "stream" && exempt) return OK;
  const askExhausted = async (question: Question) =>
    operation.ask({
      ...(await exhaustedClient(context, statement, operation.route.site)),
      ...question,
    });
  const conditional: Question = { headers: { "if-none-match": "*" }, firstBytes: true };
  let answer = await askExhausted(conditional);
  if (exempt)
    return expectThat(!answer.body.includes(`"${code}"`), `no ${code}`, `status ${answer.status}`);
  if (answer.status !== status) {
    exhausted.get(context)?.delete(operation.route.site); // the window may have ended since
    answer = await askExhausted(conditional);
  }
  return [
    ...refuses(answer, context, code),
    ...headerFits(answer, header, /^[1-9]\d*$/),
    ...headerIs(answer, "X-RateLimit-Remaining", "0"),
    ...statusIs(await askExhausted({ method: "OPTIONS" }), 204),
  ];
}
