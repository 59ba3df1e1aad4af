import {
  defineConformance,
  headerFits,
  headerIs,
  expectThat,
  OK,
  refuses,
  same,
  statusIs,
  testCase,
  type Case,
  type Operation,
  type Violation,
  type Question,
  type CheckContext,
} from "waymark/conformance";
import { z } from "zod";

const Statement = z.object({
  name: z.string(),
  limit: z.number(),
  windowSeconds: z.number(),
  exemptMethods: z.array(z.string()),
  exemptPaths: z.array(z.string()),
  headers: z.array(z.string()),
  on429: z.object({ code: z.string(), status: z.number(), header: z.string() }),
});
type Statement = z.output<typeof Statement>;

const HEADERS = "rate-limit: headers";
const COUNTING = "rate-limit: counting";
const REFUSAL = "rate-limit: 429";
/** Requests that using up a limit may take. */
const MAX_EXHAUSTION = 20_000;

const COUNTED = "counts each request, also HEAD";

export default defineConformance({
  statement: Statement,
  volatile: {
    RateLimit: COUNTED,
    "X-RateLimit-Remaining": COUNTED,
    "X-RateLimit-Reset": COUNTED,
  },
  covers: {
    name: [HEADERS],
    limit: [HEADERS, REFUSAL],
    windowSeconds: [HEADERS],
    per: [COUNTING],
    exemptMethods: [COUNTING, REFUSAL],
    exemptPaths: [COUNTING, REFUSAL],
    headers: [HEADERS],
    on429: [REFUSAL],
  },
  answers: (operation, _context, { limit, name, windowSeconds, headers }) => [
    testCase(HEADERS, async () =>
      operation.answers.flatMap(({ answer }) => {
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
      ? testCase(COUNTING, () => counting(operation, statement))
      : {
          name: COUNTING,
          skipped: "others may use the same quota, so that what is left says nothing",
        },
  ],
  after(context, statement) {
    const why = whyNotExhausted(context, statement);
    return context.operations.map((operation): Case & { readonly operation: Operation } =>
      why === undefined
        ? { operation, ...testCase(REFUSAL, () => refused(operation, context, statement)) }
        : { operation, name: REFUSAL, skipped: why },
    );
  },
});

function isExempt({ route }: Operation, { exemptPaths }: Statement): boolean {
  return exemptPaths.includes(route.path);
}

/** Each request counts one, for its client alone; free ones count nothing. */
async function counting(operation: Operation, statement: Statement): Promise<readonly Violation[]> {
  if (operation.route.kind === "stream") return OK; // one more would stay open for nothing
  const client = nextClient();
  const left = async (method: string) => {
    const { headers } = await operation.ask({ method, client });
    return Number(headers["x-ratelimit-remaining"]);
  };
  const { method } = operation.route;
  const before = await left("OPTIONS");
  const after = await left(method);
  const [free] = statement.exemptMethods;
  return [
    ...same("all requests left to a new client", before, statement.limit),
    ...same(
      `requests left after ${method}`,
      after,
      statement.limit - (isExempt(operation, statement) ? 0 : 1),
    ),
    ...(free === undefined ? OK : same(`requests left after ${free}`, await left(free), after)),
  ];
}

let clients = 0;

/** An address of its own range for tests (RFC 2544). */
function nextClient(): string {
  clients += 1;
  return `198.19.${(clients >> 8) & 255}.${clients & 255}`;
}

function whyNotExhausted(context: CheckContext, { limit }: Statement): string | undefined {
  if (!context.target.exclusive && !context.exhaust)
    return "it would use up the quota for everybody at this address; ask with --exhaust";
  if (limit > MAX_EXHAUSTION) return `it would take ${limit} requests`;
  return undefined;
}

const exhausted = new WeakMap<CheckContext, Promise<Question>>();

/** A client that has used up its quota. */
function exhaustedClient(context: CheckContext, statement: Statement): Promise<Question> {
  const question = exhausted.get(context) ?? exhaust(context, statement);
  exhausted.set(context, question);
  return question;
}

async function exhaust(context: CheckContext, statement: Statement): Promise<Question> {
  const question: Question = { client: nextClient(), noRetry: true };
  const operation = context.operations.find(
    (one) => one.route.method === "GET" && !isExempt(one, statement) && one.route.kind !== "stream",
  );
  if (operation === undefined) return question;
  for (let sent = 0; sent <= statement.limit; sent += BATCH) {
    const batch = Array.from({ length: BATCH }, () =>
      context.ask(operation.target, { ...question, method: "HEAD" }),
    );
    const answers = await Promise.all(batch);
    if (answers.some(({ status }) => status === statement.on429.status)) break;
  }
  return question;
}

/** Requests at once. */
const BATCH = 20;

/** 429 comes before 304 and everything else, but not to what does not count. */
async function refused(operation: Operation, context: CheckContext, statement: Statement) {
  if (operation.route.kind === "stream" && isExempt(operation, statement)) return OK;
  const { code, header } = statement.on429;
  const ask = async () =>
    operation.ask({
      ...(await exhaustedClient(context, statement)),
      headers: { "if-none-match": "*" },
      firstBytes: true,
    });
  let answer = await ask();
  if (answer.status !== statement.on429.status && !isExempt(operation, statement)) {
    exhausted.delete(context); // the window may have ended since
    answer = await ask();
  }
  if (isExempt(operation, statement)) {
    return expectThat(!answer.body.includes(`"${code}"`), `no ${code}`, `status ${answer.status}`);
  }
  const free = await operation.ask({
    ...(await exhaustedClient(context, statement)),
    method: "OPTIONS",
  });
  return [
    ...refuses(answer, context, code),
    ...headerFits(answer, header, /^[1-9]\d*$/),
    ...headerIs(answer, "X-RateLimit-Remaining", "0"),
    ...statusIs(free, 204),
  ];
}
