import {
  defineProof,
  headerFits,
  headerIs,
  holds,
  NONE,
  refuses,
  same,
  statusIs,
  testCase,
  type Case,
  type Operation,
  type Problem,
  type Question,
  type World,
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

export default defineProof({
  statement: Statement,
  volatile: {
    RateLimit: COUNTED,
    "X-RateLimit-Remaining": COUNTED,
    "X-RateLimit-Reset": COUNTED,
  },
  proves: {
    name: [HEADERS],
    limit: [HEADERS, REFUSAL],
    windowSeconds: [HEADERS],
    per: [COUNTING],
    exemptMethods: [COUNTING, REFUSAL],
    exemptPaths: [COUNTING, REFUSAL],
    headers: [HEADERS],
    on429: [REFUSAL],
  },
  recorded: (op, _world, { limit, name, windowSeconds, headers }) => [
    testCase(HEADERS, async () =>
      op.recorded.flatMap(({ answer }) => {
        const reset = Number(answer.headers["x-ratelimit-reset"]);
        return [
          ...headers.flatMap((header) => headerFits(answer, header, /./)),
          ...headerIs(answer, "X-RateLimit-Limit", String(limit)),
          ...headerIs(answer, "RateLimit-Policy", `"${name}";q=${limit};w=${windowSeconds}`),
          ...holds(
            reset > 0 && reset <= windowSeconds,
            `X-RateLimit-Reset from 1 to ${windowSeconds}`,
            String(reset),
          ),
        ];
      }),
    ),
  ],
  operation: (op, world, statement) => [
    world.target.own
      ? testCase(COUNTING, () => counting(op, statement))
      : {
          name: COUNTING,
          notAsked: "others may use the same quota, so that what is left says nothing",
        },
  ],
  after(world, statement) {
    const why = whyNotExhausted(world, statement);
    return world.operations.map((op): Case & { readonly op: Operation } =>
      why === undefined
        ? { op, ...testCase(REFUSAL, () => refused(op, world, statement)) }
        : { op, name: REFUSAL, notAsked: why },
    );
  },
});

function isExempt({ route }: Operation, { exemptPaths }: Statement): boolean {
  return exemptPaths.includes(route.path);
}

/** Each request counts one, for its client alone; free ones count nothing. */
async function counting(op: Operation, statement: Statement): Promise<readonly Problem[]> {
  if (op.route.kind === "stream") return NONE; // one more would stay open for nothing
  const client = nextClient();
  const left = async (method: string) => {
    const { headers } = await op.ask({ method, client });
    return Number(headers["x-ratelimit-remaining"]);
  };
  const { method } = op.route;
  const before = await left("OPTIONS");
  const after = await left(method);
  const [free] = statement.exemptMethods;
  return [
    ...same("all requests left to a new client", before, statement.limit),
    ...same(
      `requests left after ${method}`,
      after,
      statement.limit - (isExempt(op, statement) ? 0 : 1),
    ),
    ...(free === undefined ? NONE : same(`requests left after ${free}`, await left(free), after)),
  ];
}

let clients = 0;

/** An address of its own range for tests (RFC 2544). */
function nextClient(): string {
  clients += 1;
  return `198.19.${(clients >> 8) & 255}.${clients & 255}`;
}

function whyNotExhausted(world: World, { limit }: Statement): string | undefined {
  if (!world.target.own && !world.exhaust)
    return "it would use up the quota for everybody at this address; ask with --exhaust";
  if (limit > MAX_EXHAUSTION) return `it would take ${limit} requests`;
  return undefined;
}

const exhausted = new WeakMap<World, Promise<Question>>();

/** A client that has used up its quota. */
function exhaustedClient(world: World, statement: Statement): Promise<Question> {
  const question = exhausted.get(world) ?? exhaust(world, statement);
  exhausted.set(world, question);
  return question;
}

async function exhaust(world: World, statement: Statement): Promise<Question> {
  const question: Question = { client: nextClient(), unpaced: true };
  const op = world.operations.find(
    (one) => one.route.method === "GET" && !isExempt(one, statement) && one.route.kind !== "stream",
  );
  if (op === undefined) return question;
  for (let sent = 0; sent <= statement.limit; sent += BATCH) {
    const batch = Array.from({ length: BATCH }, () =>
      world.ask(op.target, { ...question, method: "HEAD" }),
    );
    const answers = await Promise.all(batch);
    if (answers.some(({ status }) => status === statement.on429.status)) break;
  }
  return question;
}

/** Requests at once. */
const BATCH = 20;

/** 429 comes before 304 and everything else, but not to what does not count. */
async function refused(op: Operation, world: World, statement: Statement) {
  if (op.route.kind === "stream" && isExempt(op, statement)) return NONE;
  const { code, header } = statement.on429;
  const ask = async () =>
    op.ask({
      ...(await exhaustedClient(world, statement)),
      headers: { "if-none-match": "*" },
      firstBytes: true,
    });
  let answer = await ask();
  if (answer.status !== statement.on429.status && !isExempt(op, statement)) {
    exhausted.delete(world); // the window may have ended since
    answer = await ask();
  }
  if (isExempt(op, statement)) {
    return holds(!answer.body.includes(`"${code}"`), `no ${code}`, `status ${answer.status}`);
  }
  const free = await op.ask({ ...(await exhaustedClient(world, statement)), method: "OPTIONS" });
  return [
    ...refuses(answer, world, code),
    ...headerFits(answer, header, /^[1-9]\d*$/),
    ...headerIs(answer, "X-RateLimit-Remaining", "0"),
    ...statusIs(free, 204),
  ];
}
