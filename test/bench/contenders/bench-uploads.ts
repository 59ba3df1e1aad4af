/** Uploads that are hashed while they arrive. */
import { createHash } from "node:crypto";
import { definePlugin, type Plugin } from "../../../kernel/index.ts";
import { z } from "zod";

const Stored = z.object({ bytes: z.int(), sha256: z.string() }).meta({ id: "StoredUpload" });

export const MAX_UPLOAD = 20_000_000;

/** Returns what is kept of a body. */
export async function store(body: AsyncIterable<Uint8Array>): Promise<z.output<typeof Stored>> {
  const sha256 = createHash("sha256");
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    sha256.update(chunk);
  }
  return { bytes, sha256: sha256.digest("hex") };
}

export function benchUploads(): Plugin {
  return definePlugin({
    id: "bench-uploads",
    summary: "Hashes uploads.",
    routes: {
      upload: {
        method: "POST",
        path: "/api/upload",
        summary: "Hash an upload.",
        upload: { mediaTypes: "application/octet-stream", maxBytes: MAX_UPLOAD },
        returns: Stored,
        transaction: false,
        idempotency: "none",
      },
    },
    handlers: () => ({ upload: ({ upload }) => store(upload) }),
  });
}
