import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  asObject,
  defineConformance,
  headerIs,
  expectThat,
  isJson,
  readJson,
  OK,
  refuses,
  sameNames,
  testCase,
  type Answer,
  type Operation,
  type Violation,
  type CheckContext,
} from "waymark/conformance";
import { z } from "zod";

const Statement = z.object({
  encodings: z.array(z.string()),
  default: z.string(),
  minBytes: z.number(),
});
type Statement = z.output<typeof Statement>;

const CODINGS = "encoding: codings";

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

export default defineConformance({
  statement: Statement,
  optional: { "Content-Encoding": "where a coding is wanted and worth it" },
  covers: { encodings: [CODINGS], default: [CODINGS], minBytes: [CODINGS] },
  operation: (operation, context, statement) =>
    operation.route.method === "GET" && operation.route.kind !== "stream"
      ? [testCase(CODINGS, () => codings(operation, context, statement))]
      : [],
});

async function codings(operation: Operation, context: CheckContext, statement: Statement) {
  const base = await operation.base();
  const identity = statement.default === "identity" ? undefined : statement.default;
  const problems = [...headerIs(base, "Content-Encoding", identity)];
  const offered = operation.route.policies.some(
    ({ compiled }) => (compiled.codings ?? []).length > 0,
  );
  if (base.status !== 200 || !offered) return problems;
  for (const coding of statement.encodings) {
    if (coding === "identity") continue;
    const answer = await operation.ask({ headers: { "accept-encoding": coding } });
    // A body that changes from one answer to the next may change its length as well.
    if (base.headers["etag"] !== undefined) {
      const large = base.body.byteLength >= statement.minBytes;
      problems.push(...headerIs(answer, "Content-Encoding", large ? coding : undefined));
    }
    const forced = await operation.ask({
      headers: { "accept-encoding": `${coding}, identity;q=0` },
    });
    problems.push(
      ...headerIs(forced, "Content-Encoding", coding),
      ...decodes(forced, coding, base),
    );
  }
  const none = await operation.ask({ headers: { "accept-encoding": "identity;q=0, *;q=0" } });
  return [...problems, ...refuses(none, context, "not-acceptable")];
}

/** The coded body is the plain one, with a tag of its own. */
function decodes(answer: Answer, coding: string, base: Answer): readonly Violation[] {
  const decode = DECODERS[coding];
  if (decode === undefined || answer.headers["content-encoding"] !== coding) return OK;
  let plain: Buffer;
  try {
    plain = decode(answer.body);
  } catch (error) {
    return [{ expected: `a body in ${coding}`, received: String(error) }];
  }
  if (base.headers["etag"] === undefined) {
    if (!isJson(base)) return OK;
    const decoded = asObject(readJson({ ...answer, body: plain }));
    return sameNames(
      "the members of the plain body",
      Object.keys(decoded),
      Object.keys(asObject(readJson(base))),
    );
  }
  return [
    ...expectThat(plain.equals(base.body), "the plain body once decoded", "another body"),
    ...expectThat(
      answer.headers["etag"] !== base.headers["etag"],
      "an ETag of its own (RFC 9110, section 8.8.3)",
      `the ETag of the plain body, ${base.headers["etag"]}`,
    ),
  ];
}
