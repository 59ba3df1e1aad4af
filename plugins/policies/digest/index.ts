import { hash } from "node:crypto";
import { definePlugin, definePolicy, type Call, type Reply, type StatementContext } from "waymark";
import { isStreamed, negotiationHeader, type Representation } from "waymark/advanced";
import { z } from "zod";
import {
  ALGORITHMS,
  legacyWantedAlgorithm,
  wantedAlgorithm,
  type Algorithm,
} from "./want-digest.ts";

declare module "waymark" {
  interface RoutePolicies {
    /** Content-Digest on every 2xx with a body, or only on request. */
    readonly digest?: "always" | "on-request";
  }
}

/** SHA-512 is rarely requested, so representations are hashed with it on demand. */
const sha512 = new WeakMap<Representation, string>();

function digestOf(representation: Representation, algorithm: Algorithm): string {
  if (algorithm === "sha-256") return toField(algorithm, representation.sha256);
  let digest = sha512.get(representation);
  if (digest === undefined) {
    digest = toField(algorithm, hash("sha512", representation.bytes, "base64"));
    sha512.set(representation, digest);
  }
  return digest;
}

/** Returns a dictionary with one byte sequence (RFC 9651, sections 3.2 and 3.3.5). */
function toField(algorithm: Algorithm, base64: string): string {
  return `${algorithm}=:${base64}:`;
}

/** Returns the algorithm that the client wants for Content-Digest. */
function contentAlgorithm(call: Call): Algorithm | undefined {
  return (
    wantedAlgorithm(negotiationHeader(call, "want-content-digest")) ??
    legacyWantedAlgorithm(negotiationHeader(call, "want-digest"))
  );
}

/** Returns a digest of the content of this message, after content coding. An answer to HEAD has none. */
function contentDigest(call: Call, reply: Reply, fallback: Algorithm | undefined) {
  const { representation } = reply;
  if (representation === undefined || call.method === "HEAD") return undefined;
  const algorithm = contentAlgorithm(call) ?? fallback;
  return algorithm === undefined ? undefined : digestOf(representation, algorithm);
}

/** Returns a digest of the selected representation: the same for HEAD as for GET. On HEAD it replaces Content-Digest. */
function reprDigest(call: Call, { representation }: Reply, fallback: Algorithm | undefined) {
  if (representation === undefined) return undefined;
  const wanted = wantedAlgorithm(negotiationHeader(call, "want-repr-digest"));
  const algorithm =
    call.method === "HEAD" ? (wanted ?? contentAlgorithm(call) ?? fallback) : wanted;
  return algorithm === undefined ? undefined : digestOf(representation, algorithm);
}

const preferences = { type: "string", examples: ["sha-256=10, sha-512=3"] } as const;

const policy = definePolicy({
  id: "digest",
  key: "digest",
  schema: z.enum(["always", "on-request"]),
  reads: {
    "want-content-digest": {
      description: "Algorithms wanted for Content-Digest, with preferences from 0 to 10.",
      schema: preferences,
    },
    "want-repr-digest": {
      description: "Algorithms wanted for Repr-Digest, with preferences from 0 to 10.",
      schema: preferences,
    },
    "want-digest": {
      description: "Predecessor of Want-Content-Digest (RFC 3230); answered with Content-Digest.",
      schema: { type: "string", examples: ["sha-256, sha-512;q=0.3"] },
    },
  },
  writes: {
    "Content-Digest": "A digest of the content of this message (RFC 9530).",
    "Repr-Digest": "A digest of the selected representation (RFC 9530).",
  },
  compile({ declaration }, _ctx, mode) {
    if (mode === undefined) return undefined;
    if (isStreamed(declaration))
      throw new Error("digest needs the whole body, and the route streams it");
    const always = mode === "always";
    const fallback = always ? "sha-256" : undefined;
    return {
      varies: ["want-digest", "want-content-digest", "want-repr-digest"],
      // The digest would be wrong after a proxy compresses the content again.
      contributes: always
        ? [{ header: "Cache-Control", value: "no-transform", outcomes: ["ok", "notModified"] }]
        : [],
      fields: (outcome) =>
        outcome === "ok"
          ? {
              "Content-Digest": (call, reply) => contentDigest(call, reply, fallback),
              "Repr-Digest": (call, reply) => reprDigest(call, reply, fallback),
            }
          : { "Content-Digest": undefined, "Repr-Digest": undefined },
    };
  },
  statement: ({ routes }) => ({
    algorithms: ALGORITHMS,
    always: pathsWith("always", routes),
    onRequest: pathsWith("on-request", routes),
  }),
  conformance: () => import("./conformance.ts"),
});

function pathsWith(
  mode: "always" | "on-request",
  routes: StatementContext["routes"],
): readonly string[] {
  return routes.filter(({ declaration }) => declaration.digest === mode).map(({ path }) => path);
}

export default definePlugin({
  id: "digest",
  summary: "Adds digests to answers, so that clients can detect damage.",
  section: "policies",
  policies: [policy],
});
