/** Bodies in content codings: how often they are coded, and what keeping them takes. */
import { describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { EncodedBody, Variants } from "../../../../kernel/http/respond/body.ts";

const text = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })));
const plain = () => new EncodedBody(text, "application/json");

describe("variants", () => {
  it.each([
    ["at once", (bytes: Uint8Array) => gzipSync(bytes)],
    ["later", async (bytes: Uint8Array) => gzipSync(bytes)],
  ])(
    "coded %s keep the bytes of their body, not the compressor's buffer (E11)",
    async (_when, encode) => {
      const variants = new Variants(plain(), [{ name: "gzip", minBytes: 0, encode }]);
      const { bytes } = await variants.get(0, false);
      expect(encode(Buffer.from(text))).not.toHaveProperty("buffer.byteLength", bytes.byteLength);
      expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
    },
  );

  it("and plain bodies keep none of the pool that short buffers share (E11)", () => {
    for (const content of ["é", Buffer.from("é"), Buffer.from("a body of bytes")]) {
      const { bytes } = new EncodedBody(content, "text/plain");
      expect(Buffer.from(bytes).toString()).toBe(content.toString());
      expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
    }
  });

  it("are coded once, also for requests that come meanwhile", async () => {
    let runs = 0;
    const encode = async (bytes: Uint8Array) => {
      runs += 1;
      return gzipSync(bytes);
    };
    const variants = new Variants(plain(), [{ name: "gzip", minBytes: 0, encode }]);
    const [first, second] = await Promise.all([variants.get(0, false), variants.get(0, false)]);
    expect(second).toBe(first);
    expect(variants.get(0, false)).toBe(first);
    expect(runs).toBe(1);
  });

  it("that could not be coded are coded for the next request", async () => {
    let fails = true;
    const encode = async (bytes: Uint8Array) => {
      if (fails) throw new Error("no memory");
      return gzipSync(bytes);
    };
    const variants = new Variants(plain(), [{ name: "gzip", minBytes: 0, encode }]);
    await expect(variants.get(0, false)).rejects.toThrow("no memory");
    fails = false;
    expect(await variants.get(0, false)).toHaveProperty("coding", "gzip");
  });
});
