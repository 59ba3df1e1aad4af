import { hash } from "node:crypto";
import {
  defineConformance,
  headerIs,
  OK,
  testCase,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { isStreamed } from "waymark/advanced";
import { z } from "zod";

const DigestStatement = z.object({
  algorithms: z.array(z.string()),
  always: z.array(z.string()),
  onRequest: z.array(z.string()),
});

const DIGESTS = "digest: digests";
const OPTIONAL = "sent on request";

export default defineConformance({
  statement: DigestStatement,
  optional: { "Content-Digest": OPTIONAL, "Repr-Digest": OPTIONAL },
  ofMethod: {
    "Content-Digest": "HEAD has no content",
    "Repr-Digest": "replaces Content-Digest on HEAD",
  },
  covers: { algorithms: [DIGESTS], always: [DIGESTS], onRequest: [DIGESTS] },
  operation: (operation, _context, statement) =>
    operation.route.method === "GET" && !isStreamed(operation.route.declaration)
      ? [testCase(DIGESTS, () => digests(operation, statement))]
      : [],
});

/** Returns the expected field (RFC 9530, section 2), computed from the bytes received. */
function field(algorithm: string, bytes: Uint8Array): string {
  return `${algorithm}=:${hash(algorithm.replace("sha-", "sha"), bytes, "base64")}:`;
}

async function digests(operation: Operation, statement: z.output<typeof DigestStatement>) {
  const { path } = operation.route;
  const base = await operation.base();
  const isAlways = statement.always.includes(path);
  const isOffered = isAlways || statement.onRequest.includes(path);
  const violations: Violation[] = [
    ...headerIs(base, "Content-Digest", isAlways ? field("sha-256", base.body) : undefined),
  ];
  for (const algorithm of statement.algorithms) {
    const headers = {
      "want-content-digest": `${algorithm}=10`,
      "want-repr-digest": `${algorithm}=10`,
      "accept-encoding": "gzip",
    };
    const answer = await operation.ask({ headers });
    if (answer.status !== 200) return OK;
    const expected = isOffered ? field(algorithm, answer.body) : undefined;
    violations.push(...headerIs(answer, "Content-Digest", expected));
    violations.push(...headerIs(answer, "Repr-Digest", expected));
    if (!isOffered) break;
    const head = await operation.ask({ method: "HEAD", headers });
    violations.push(...headerIs(head, "Content-Digest", undefined));
    if (answer.headers["etag"] !== undefined)
      violations.push(...headerIs(head, "Repr-Digest", expected));
    // The predecessor's spelling (RFC 3230).
    const old = await operation.ask({ headers: { "want-digest": algorithm } });
    violations.push(...headerIs(old, "Content-Digest", field(algorithm, old.body)));
  }
  return violations;
}
