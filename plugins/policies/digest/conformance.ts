import { hash } from "node:crypto";
import {
  defineProof,
  headerIs,
  NONE,
  testCase,
  type Operation,
  type Problem,
} from "waymark/conformance";
import { z } from "zod";

const Statement = z.object({
  algorithms: z.array(z.string()),
  always: z.array(z.string()),
  onRequest: z.array(z.string()),
});
type Statement = z.output<typeof Statement>;

const DIGESTS = "digest: digests";

export default defineProof({
  statement: Statement,
  optional: { "Content-Digest": "where it is wanted", "Repr-Digest": "where it is wanted" },
  volatile: { "Content-Digest": "HEAD has no content (RFC 9530, appendix B.2)" },
  proves: { algorithms: [DIGESTS], always: [DIGESTS], onRequest: [DIGESTS] },
  operation: (op, _world, statement) =>
    op.route.method === "GET" && op.route.kind !== "stream"
      ? [testCase(DIGESTS, () => digests(op, statement))]
      : [],
});

/** The field as it must be (RFC 9530, section 2), worked out anew from the bytes received. */
function field(algorithm: string, bytes: Uint8Array): string {
  return `${algorithm}=:${hash(algorithm.replace("sha-", "sha"), bytes, "base64")}:`;
}

async function digests(op: Operation, statement: Statement): Promise<readonly Problem[]> {
  const { path } = op.route;
  const base = await op.base();
  const always = statement.always.includes(path);
  const problems: Problem[] = [
    ...headerIs(base, "Content-Digest", always ? field("sha-256", base.body) : undefined),
  ];
  const wanted = always || statement.onRequest.includes(path);
  for (const algorithm of statement.algorithms) {
    const wants = {
      "want-content-digest": `${algorithm}=10`,
      "want-repr-digest": `${algorithm}=10`,
      "accept-encoding": "gzip",
    };
    const answer = await op.ask({ headers: wants });
    if (answer.status !== 200) return NONE;
    const expected = wanted ? field(algorithm, answer.body) : undefined;
    problems.push(...headerIs(answer, "Content-Digest", expected));
    problems.push(...headerIs(answer, "Repr-Digest", expected));
    if (!wanted) break;
    const head = await op.ask({ method: "HEAD", headers: wants });
    problems.push(...headerIs(head, "Content-Digest", field(algorithm, new Uint8Array())));
    if (answer.headers["etag"] !== undefined)
      problems.push(...headerIs(head, "Repr-Digest", expected));
    // The predecessor's spelling (RFC 3230).
    const old = await op.ask({ headers: { "want-digest": algorithm } });
    problems.push(...headerIs(old, "Content-Digest", field(algorithm, old.body)));
  }
  return problems;
}
