import { hash } from "node:crypto";
import {
  defineConformance,
  headerIs,
  OK,
  testCase,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { z } from "zod";

const Statement = z.object({
  algorithms: z.array(z.string()),
  always: z.array(z.string()),
  onRequest: z.array(z.string()),
});
type Statement = z.output<typeof Statement>;

const DIGESTS = "digest: digests";

export default defineConformance({
  statement: Statement,
  optional: { "Content-Digest": "where it is wanted", "Repr-Digest": "where it is wanted" },
  volatile: { "Content-Digest": "HEAD has no content (RFC 9530, appendix B.2)" },
  covers: { algorithms: [DIGESTS], always: [DIGESTS], onRequest: [DIGESTS] },
  operation: (operation, _context, statement) =>
    operation.route.method === "GET" && operation.route.kind !== "stream"
      ? [testCase(DIGESTS, () => digests(operation, statement))]
      : [],
});

/** The field as it must be (RFC 9530, section 2), worked out anew from the bytes received. */
function field(algorithm: string, bytes: Uint8Array): string {
  return `${algorithm}=:${hash(algorithm.replace("sha-", "sha"), bytes, "base64")}:`;
}

async function digests(operation: Operation, statement: Statement): Promise<readonly Violation[]> {
  const { path } = operation.route;
  const base = await operation.base();
  const always = statement.always.includes(path);
  const problems: Violation[] = [
    ...headerIs(base, "Content-Digest", always ? field("sha-256", base.body) : undefined),
  ];
  const wanted = always || statement.onRequest.includes(path);
  for (const algorithm of statement.algorithms) {
    const wants = {
      "want-content-digest": `${algorithm}=10`,
      "want-repr-digest": `${algorithm}=10`,
      "accept-encoding": "gzip",
    };
    const answer = await operation.ask({ headers: wants });
    if (answer.status !== 200) return OK;
    const expected = wanted ? field(algorithm, answer.body) : undefined;
    problems.push(...headerIs(answer, "Content-Digest", expected));
    problems.push(...headerIs(answer, "Repr-Digest", expected));
    if (!wanted) break;
    const head = await operation.ask({ method: "HEAD", headers: wants });
    problems.push(...headerIs(head, "Content-Digest", field(algorithm, new Uint8Array())));
    if (answer.headers["etag"] !== undefined)
      problems.push(...headerIs(head, "Repr-Digest", expected));
    // The predecessor's spelling (RFC 3230).
    const old = await operation.ask({ headers: { "want-digest": algorithm } });
    problems.push(...headerIs(old, "Content-Digest", field(algorithm, old.body)));
  }
  return problems;
}
