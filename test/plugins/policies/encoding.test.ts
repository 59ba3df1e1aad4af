import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Outcome } from "waymark";
import type { RouteBase } from "waymark/advanced";
import encoding from "../../../plugins/policies/encoding/index.ts";
import {
  compiled,
  compilePolicy,
  headersOf,
  sketchReply,
  sketchRepresentation,
  sketchRoute,
  statementOf,
  validOptions,
} from "./_sketch.ts";

const body = new TextEncoder().encode(
  JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id }))),
);
const large = new TextEncoder().encode("a body of more than 64 KiB ".repeat(3000));

describe("codings", () => {
  it.each([
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync],
    ["zstd", zstdDecompressSync],
  ] as const)(
    "%s encodes what its decoder reads, smaller, and the same each time",
    async (name, decode) => {
      const [coding] = compiled(encoding, { options: { codings: [name] } }).codings ?? [];
      expect(coding?.name).toBe(name);
      for (const plain of [body, large]) {
        const encoded = (await coding?.encode(plain)) ?? new Uint8Array();
        expect(new Uint8Array(decode(encoded))).toEqual(plain);
        expect(encoded.byteLength).toBeLessThan(plain.byteLength / 2);
        expect(await coding?.encode(plain)).toEqual(encoded);
      }
    },
  );

  it.each(["gzip", "br", "zstd"] as const)(
    "%s leaves a body of more than 64 KiB to another thread (E2)",
    (name) => {
      const [coding] = compiled(encoding, { options: { codings: [name] } }).codings ?? [];
      expect(coding?.encode(body)).toBeInstanceOf(Uint8Array);
      expect(coding?.encode(large)).toBeInstanceOf(Promise);
    },
  );

  it("names neither a time nor an operating system in gzip's header", async () => {
    const [gzip] = compiled(encoding).codings ?? [];
    for (const plain of [body, large]) {
      const header = (await gzip?.encode(plain))?.subarray(0, 10) ?? [];
      expect([...header.slice(4, 8), header[9]]).toEqual([0, 0, 0, 0, 255]);
    }
  });

  it("offers gzip from 1024 bytes by default, else the encodings that the operator names, in that order", () => {
    const offered = (options?: object) =>
      compiled(encoding, options === undefined ? {} : { options }).codings?.map(
        ({ name, minBytes }) => [name, minBytes],
      );
    expect(offered()).toEqual([["gzip", 1024]]);
    expect(offered({ codings: ["zstd", "br", "gzip"], minBytes: 0 })).toEqual([
      ["zstd", 0],
      ["br", 0],
      ["gzip", 0],
    ]);
    expect(() => validOptions(encoding, { codings: ["deflate"] })).toThrow("Invalid option");
  });
});

describe("Content-Encoding", () => {
  it.each([
    ["ok", "gzip", "gzip"],
    ["ok", "identity", undefined],
    ["error", "gzip", "gzip"],
    ["notModified", "gzip", undefined],
    ["redirect", "gzip", undefined],
    ["options", "gzip", undefined],
  ] satisfies [Outcome, string, string | undefined][])(
    "on %s of a body in %s: %s",
    (outcome, coding, expected) => {
      const reply = sketchReply({ outcome, representation: sketchRepresentation({ coding }) });
      expect(headersOf(compiled(encoding), outcome, { reply })["Content-Encoding"]).toBe(expected);
    },
  );

  it("is absent without a body", () => {
    expect(headersOf(compiled(encoding), "ok")).toEqual({});
  });
});

it.each([
  ["list", true],
  ["returns", true],
  ["page", true],
  ["text", true],
  ["stream", false],
  ["redirect", false],
  ["none", false],
] satisfies [RouteBase["kind"], boolean][])("takes part in %s: %s", (kind, expected) => {
  expect(compilePolicy(encoding, { route: sketchRoute({ kind }) })?.varies).toEqual(
    expected ? ["accept-encoding"] : undefined,
  );
});

it("has nothing to do when no coding is named", () => {
  expect(compilePolicy(encoding, { options: { codings: [] } })).toBeUndefined();
});

it("states what it offers", () => {
  expect(statementOf(encoding, [], { options: { codings: ["br", "gzip"], minBytes: 10 } })).toEqual(
    {
      encodings: ["identity", "br", "gzip"],
      default: "identity",
      minBytes: 10,
    },
  );
});
