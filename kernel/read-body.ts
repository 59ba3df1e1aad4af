/** Reads JSON request bodies, counting while reading so that no chunked upload gets past the limit. */
import type { Call } from "../registry/call.ts";
import type { SealedRoute } from "../registry/registry.ts";
import { BODY_MEDIA_TYPE } from "../registry/route-facts.ts";
import { FetchCall, NodeCall } from "./call.ts";
import { Refused } from "./failure.ts";

/** The parsed JSON body. Refuses with 413, 415 or 400. */
export async function readBody(route: SealedRoute, call: Call): Promise<unknown> {
  const mediaType = (call.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== BODY_MEDIA_TYPE) {
    throw new Refused({
      code: "unsupported-media-type",
      detail: `The body must be ${BODY_MEDIA_TYPE}; received ${mediaType || "no Content-Type"}.`,
    });
  }
  const coding = call.header("content-encoding")?.toLowerCase() ?? "identity";
  if (coding !== "identity") {
    throw new Refused({
      code: "unsupported-media-type",
      detail: `The body must not be encoded; received ${coding}.`,
    });
  }
  const limit = Math.min(
    ...route.policies.map(({ compiled }) => compiled.maxBodyBytes ?? Number.POSITIVE_INFINITY),
  );
  const bytes = await collect(call, limit);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refused({
      code: "bad-request",
      detail: "The body is not well-formed JSON in UTF-8.",
    });
  }
}

async function collect(call: Call, limit: number): Promise<Uint8Array> {
  const tooLarge = new Refused({
    code: "payload-too-large",
    detail: `The body may have at most ${limit} bytes.`,
  });
  if (Number(call.header("content-length") ?? 0) > limit) throw tooLarge;
  // Giving up halfway must leave the socket open for the answer.
  const source: AsyncIterable<Uint8Array> | null | undefined =
    call instanceof NodeCall
      ? { [Symbol.asyncIterator]: () => call.request.iterator({ destroyOnReturn: false }) }
      : call instanceof FetchCall
        ? call.request.body
        : undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
