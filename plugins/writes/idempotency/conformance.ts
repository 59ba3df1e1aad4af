/** Sends each write that takes a key again with the same key, with another request, and with malformed keys. */
import { randomUUID } from "node:crypto";
import {
  defineConformance,
  expectThat,
  headerIs,
  OK,
  readError,
  refuses,
  same,
  statusIs,
  testCase,
  testLaw,
  type Answer,
  type Case,
  type CheckContext,
  type Operation,
  type Question,
  type Violation,
} from "waymark/conformance";
import type { z } from "zod";
import { sharesKeys } from "./conformance-nodes.ts";
import { IdempotencyDocument } from "./document.ts";
import { MAX_LENGTH } from "./key.ts";

type IdempotencyStatement = z.output<typeof IdempotencyDocument>;

const REPEATED = "idempotency: repeated";
const REUSED = "idempotency: reused key";
const MALFORMED = "idempotency: malformed key";
const MISSING = "idempotency: missing key";

const NODES = "idempotency: nodes";
const LAW = "a key that one node has answered is answered by all, and has one effect";

const newKey = () => `"${randomUUID()}"`;

let clients = 0;
/** Returns another client for each case, which stays the same within it: keys are apart for each. */
function newClient(): string {
  clients += 1;
  return `2001:db8:0:${clients.toString(16)}::1`;
}

/** Sends the sample of an operation as one client, with several keys; `search` adds to the query. */
type Send = (key: string, rest?: Question & { readonly search?: string }) => Promise<Answer>;

function senderOf(operation: Operation, request: Question, headerName: string): Send {
  const client = newClient();
  return (key, { search, ...rest } = {}) => {
    const headers = { ...request.headers, [headerName.toLowerCase()]: key };
    const question = { ...request, client, ...rest, headers };
    return search === undefined ? operation.ask(question) : operation.askWith(search, question);
  };
}

function isKept({ status }: Answer, { notKept }: IdempotencyStatement): boolean {
  return status < 500 && !notKept.includes(status);
}

function takesKey({ route }: Operation, statement: IdempotencyStatement): boolean {
  const { supportedEndpoints, methods } = statement;
  const isStated = supportedEndpoints.includes(route.path) && methods.includes(route.method);
  return isStated && route.declaration.idempotency === "key";
}

async function repeats(send: Send, statement: IdempotencyStatement) {
  const key = newKey();
  const first = await send(key);
  const second = await send(key);
  const { replayedHeaderName, maxBodyBytes } = statement;
  const violations: Violation[] = [...headerIs(first, replayedHeaderName, undefined)];
  if (!isKept(first, statement)) return violations;
  violations.push(...headerIs(second, replayedHeaderName, "true"));
  // Of a larger body only the headers are repeated.
  if (first.body.byteLength > maxBodyBytes) return violations;
  violations.push(
    ...statusIs(second, first.status),
    ...["Location", "ETag", "Content-Type"].flatMap((name) =>
      headerIs(second, name, first.headers[name.toLowerCase()]),
    ),
    // A refusal names its request.
    ...(first.status < 400
      ? same("the body of the first answer", String(second.body), String(first.body))
      : OK),
  );
  return violations;
}

/** Checks reuse with another request: a body with one more space or, without a body, another query. */
async function refusesReuse(
  send: Send,
  { body }: Question,
  context: CheckContext,
  statement: IdempotencyStatement,
) {
  const key = newKey();
  if (!isKept(await send(key), statement)) return OK;
  if (body !== undefined)
    return refuses(await send(key, { body: `${body} ` }), context, "idempotency-key-reused");
  // A query that the route does not take is refused before the key is looked up.
  return statusIs(await send(key, { search: "again=1" }), 400, 422);
}

export default defineConformance({
  statement: IdempotencyDocument,
  optional: { "Idempotency-Replayed": "only on repeated answers" },
  covers: {
    supported: [REPEATED],
    headerName: [REPEATED],
    replayedHeaderName: [REPEATED],
    supportedEndpoints: [REPEATED],
    methods: [REPEATED],
    notKept: [REPEATED],
    maxBodyBytes: [REPEATED],
    keyFormat: [MALFORMED],
    required: [MISSING],
    ttlSeconds: { because: "a check cannot wait so long" },
    maxKeysPerClient: { because: "a check does not send so many" },
    reference: { because: "the name of a standard" },
  },
  sends: ({ headerName, required }) => (required ? { [headerName.toLowerCase()]: newKey() } : {}),
  operation(operation, context, statement): readonly Case[] {
    const { headerName, required } = statement;
    if (!takesKey(operation, statement)) return [];
    const { request, skipped } = operation.sample;
    if (request === undefined)
      return [{ name: REPEATED, skipped: skipped ?? "no request was found that fits the route" }];
    const send = senderOf(operation, request, headerName);
    const malformed = async (key: string, rest?: Question) =>
      refuses(await send(key, rest), context, "idempotency-key-malformed");
    return [
      testCase(REPEATED, () => repeats(send, statement)),
      testCase(REUSED, () => refusesReuse(send, request, context, statement)),
      testCase(MALFORMED, async () => [
        ...(await malformed('"')),
        ...(await malformed(`"${"k".repeat(MAX_LENGTH + 1)}"`)),
        ...(await malformed(newKey(), { twice: headerName.toLowerCase() })),
      ]),
      testCase(MISSING, async () => {
        const without = await operation.ask({ ...request, anonymous: true });
        if (required) return refuses(without, context, "idempotency-key-missing");
        const isMissed =
          without.status === 400 && readError(without)["code"] === "idempotency-key-missing";
        return expectThat(
          !isMissed,
          "no refusal, as no key is required",
          "idempotency-key-missing",
        );
      }),
    ];
  },
  nodes(context, statement) {
    const operations = context.operations.filter(
      (one) => takesKey(one, statement) && one.sample.request !== undefined,
    );
    if (operations.length === 0)
      return [{ name: NODES, law: LAW, skipped: "no write that takes a key could be sent" }];
    return [
      testLaw(NODES, LAW, async () => {
        const violations = await Array.fromAsync(operations, (operation) =>
          sharesKeys(operation, context, statement, (answer) => isKept(answer, statement)),
        );
        return violations.flat();
      }),
    ];
  },
});
