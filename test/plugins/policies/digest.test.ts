import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { parseDictionary } from "structured-headers";
import { describe, expect, it } from "vitest";
import type { Outcome } from "waymark";
import digest from "../../../plugins/policies/digest/index.ts";
import {
  ALGORITHMS,
  legacyWantedAlgorithm,
  wantedAlgorithm,
} from "../../../plugins/policies/digest/want-digest.ts";
import {
  compiled,
  compilePolicy,
  headersOf,
  sketchCall,
  sketchReply,
  sketchRepresentation,
  sketchRoute,
  statementOf,
} from "./_sketch.ts";

describe("wantedAlgorithm", () => {
  it.each([
    [undefined, undefined],
    ["sha-256=10", "sha-256"],
    ["sha-256=10, sha-512=3", "sha-256"],
    ["sha-256=3,sha-512=10", "sha-512"],
    ["sha-512=5, sha-256=5", "sha-256"],
    ["sha-256=0", undefined],
    ["sha-256=0, sha-512=1", "sha-512"],
    ["md5=10, sha-512=1", "sha-512"],
    ["sha-256=10;why=not", "sha-256"],
    ["sha-256=10, sha-256=0", undefined],
    ["SHA-256=10", undefined],
    ["sha-256", undefined],
    ["sha-256=11", undefined],
    ["sha-256=-1", undefined],
    ["sha-256=0.5", undefined],
    ["sha-256;q=1", undefined],
    ["=, ,;", undefined],
  ])("of %s: %s", (field, expected) => {
    expect(wantedAlgorithm(field)).toBe(expected);
  });

  it("agrees with a parser of structured fields", () => {
    const name = fc.constantFrom("sha-256", "sha-512", "md5", "unixsum", "*x");
    const members = fc.array(fc.tuple(name, fc.integer({ min: 0, max: 10 })), { maxLength: 5 });
    fc.assert(
      fc.property(members, fc.constantFrom(",", ", ", " ,\t"), (pairs, between) => {
        const field = pairs.map(([key, value]) => `${key}=${value}`).join(between);
        const read = parseDictionary(field);
        const weight = (algorithm: string) => Number(read.get(algorithm)?.[0] ?? 0);
        const [best] = ALGORITHMS.filter((one) => weight(one) > 0).toSorted(
          (a, b) => weight(b) - weight(a),
        );
        expect(wantedAlgorithm(field)).toBe(best);
      }),
    );
  });
});

describe("legacyWantedAlgorithm", () => {
  it.each([
    [undefined, undefined],
    ["sha-256", "sha-256"],
    ["SHA-256", "sha-256"],
    ["SHA-256;q=0.5, md5;q=0.1", "sha-256"],
    ["sha-256;q=0.3, sha-512;q=1", "sha-512"],
    ["sha-512, sha-256", "sha-256"],
    ["sha-256 ; q=0.3", "sha-256"],
    ["sha-256;q=0", undefined],
    ["sha-256;q=0.000", undefined],
    ["sha-256;q=2", undefined],
    ["sha-256;q=1.5", undefined],
    ["md5, sha", undefined],
    ["garbage;;;=", undefined],
    ["", undefined],
  ])("of %s: %s", (field, expected) => {
    expect(legacyWantedAlgorithm(field)).toBe(expected);
  });
});

it("neither parser throws on anything", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (field) => {
      wantedAlgorithm(field);
      legacyWantedAlgorithm(field);
    }),
  );
});

describe("the policy", () => {
  const bytes = new TextEncoder().encode('{"a":"é"}');
  const of = (algorithm: string, data: Uint8Array | string) =>
    createHash(algorithm).update(data).digest("base64");
  const representation = sketchRepresentation({ bytes, sha256: of("sha256", bytes) });
  const sha256 = `sha-256=:${of("sha256", bytes)}:`;
  const sha512 = `sha-512=:${of("sha512", bytes)}:`;

  it.each([
    ["always", "GET", {}, { "Content-Digest": sha256 }],
    ["always", "HEAD", {}, { "Repr-Digest": sha256 }],
    ["always", "GET", { "want-content-digest": "sha-512=1" }, { "Content-Digest": sha512 }],
    ["always", "GET", { "want-content-digest": "md5=1" }, { "Content-Digest": sha256 }],
    ["on-request", "GET", {}, {}],
    ["on-request", "GET", { "want-digest": "sha-256" }, { "Content-Digest": sha256 }],
    ["on-request", "GET", { "want-digest": "sha-512" }, { "Content-Digest": sha512 }],
    ["on-request", "GET", { "want-digest": "md5" }, {}],
    ["on-request", "HEAD", {}, {}],
    ["on-request", "HEAD", { "want-digest": "sha-256" }, { "Repr-Digest": sha256 }],
    [
      "on-request",
      "GET",
      { "want-digest": "sha-256", "want-content-digest": "sha-512=1" },
      { "Content-Digest": sha512 },
    ],
    ["on-request", "GET", { "want-repr-digest": "sha-256=1" }, { "Repr-Digest": sha256 }],
    ["on-request", "HEAD", { "want-repr-digest": "sha-256=1" }, { "Repr-Digest": sha256 }],
    ["always", "HEAD", { "want-repr-digest": "sha-512=1" }, { "Repr-Digest": sha512 }],
  ])("%s, %s with %j (B8)", (value, method, headers: Record<string, string>, expected) => {
    const at = { call: sketchCall({ method, headers }), reply: sketchReply({ representation }) };
    expect(headersOf(compiled(digest, { value }), "ok", at)).toEqual(expected);
  });

  it.each(["notModified", "error", "redirect", "options"] satisfies Outcome[])(
    "has none on %s",
    (outcome) => {
      const call = sketchCall({ headers: { "want-repr-digest": "sha-256=1" } });
      const reply = sketchReply({ outcome, representation });
      expect(headersOf(compiled(digest, { value: "always" }), outcome, { call, reply })).toEqual(
        {},
      );
    },
  );

  it("has none without a body", () => {
    expect(headersOf(compiled(digest, { value: "always" }), "ok")).toEqual({});
  });

  it("varies with every field that asks for one", () => {
    expect(compiled(digest, { value: "on-request" }).varies).toEqual([
      "want-digest",
      "want-content-digest",
      "want-repr-digest",
    ]);
  });

  it("keeps proxies from compressing again where there is always one", () => {
    expect(compiled(digest, { value: "always" }).contributes).toEqual([
      { header: "Cache-Control", value: "no-transform", outcomes: ["ok", "notModified"] },
    ]);
    expect(compiled(digest, { value: "on-request" }).contributes).toEqual([]);
  });

  it("has nothing to do with other routes", () => {
    expect(compilePolicy(digest)).toBeUndefined();
  });

  it("states which routes have digests", () => {
    const at = (path: string, value?: string) =>
      sketchRoute({ path, declaration: { digest: value } });
    const routes = [at("/api/version", "always"), at("/api/health", "on-request"), at("/api/ping")];
    expect(statementOf(digest, routes)).toEqual({
      algorithms: ["sha-256", "sha-512"],
      always: ["/api/version"],
      onRequest: ["/api/health"],
    });
  });
});
