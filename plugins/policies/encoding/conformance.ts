import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  asObject,
  defineConformance,
  expectThat,
  headerIs,
  isJson,
  OK,
  readJson,
  refuses,
  sameNames,
  testCase,
  type Answer,
  type CheckContext,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { isStreamed } from "waymark/advanced";
import type { z } from "zod";
import { Encoding } from "../../../schemas/documents/negotiation.ts";

const CODINGS = "encoding: codings";

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

export default defineConformance({
  statement: Encoding,
  optional: { "Content-Encoding": "only where a coding is accepted and saves something" },
  covers: { encodings: [CODINGS], default: [CODINGS], minBytes: [CODINGS] },
  operation: (operation, context, statement) =>
    operation.route.method === "GET" && !isStreamed(operation.route.declaration)
      ? [testCase(CODINGS, () => codings(operation, context, statement))]
      : [],
});

async function codings(
  operation: Operation,
  context: CheckContext,
  statement: z.output<typeof Encoding>,
) {
  const base = await operation.base();
  const unrequested = statement.default === "identity" ? undefined : statement.default;
  const violations = [...headerIs(base, "Content-Encoding", unrequested)];
  const isCoded = operation.route.policies.some(
    ({ compiled }) => (compiled.codings ?? []).length > 0,
  );
  if (base.status !== 200 || !isCoded) return violations;
  const accepting = (accept: string) => operation.ask({ headers: { "accept-encoding": accept } });
  for (const coding of statement.encodings.filter((one) => one !== "identity")) {
    const accepted = await accepting(coding);
    // A body without a validator may differ each time, also in length.
    if (base.headers["etag"] !== undefined) {
      const isLarge = base.body.byteLength >= statement.minBytes;
      violations.push(...headerIs(accepted, "Content-Encoding", isLarge ? coding : undefined));
    }
    const forced = await accepting(`${coding}, identity;q=0`);
    violations.push(...headerIs(forced, "Content-Encoding", coding));
    violations.push(...decodes(forced, coding, base));
  }
  const none = await accepting("identity;q=0, *;q=0");
  return [...violations, ...refuses(none, context, "not-acceptable")];
}

/** Checks that the decoded body is the plain one, and that its entity tag differs. */
function decodes(answer: Answer, coding: string, base: Answer): readonly Violation[] {
  const decode = DECODERS[coding];
  if (decode === undefined || answer.headers["content-encoding"] !== coding) return OK;
  let body: Buffer;
  try {
    body = decode(answer.body);
  } catch (error) {
    return [{ expected: `a body in ${coding}`, received: String(error) }];
  }
  const { etag } = base.headers;
  if (etag === undefined) {
    if (!isJson(base)) return OK;
    const members = (json: unknown) => Object.keys(asObject(json));
    return sameNames(
      "the members of the plain body",
      members(readJson({ body })),
      members(readJson(base)),
    );
  }
  return [
    ...expectThat(body.equals(base.body), "the plain body once decoded", "another body"),
    ...expectThat(
      answer.headers["etag"] !== etag,
      "another ETag than that of the plain body (RFC 9110, section 8.8.3)",
      `the same, ${etag}`,
    ),
  ];
}
