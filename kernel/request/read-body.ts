/** Reads JSON request bodies. Bytes are counted while reading, so that a chunked upload cannot exceed the limit. */
import type { IncomingMessage } from "node:http";
import type { Call } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { BODY_MEDIA_TYPE } from "../../registry/seal/route-facts.ts";
import { FetchCall, NodeCall } from "./call.ts";
import { parseJson } from "./parse-json.ts";
import { Refused } from "./refusal.ts";

/** Returns the parsed body. Refuses with 413, 415 or 400. */
export async function readBody(route: SealedRoute, call: Call): Promise<unknown> {
  const mediaType = (call.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== BODY_MEDIA_TYPE) {
    const detail = `The body must be ${BODY_MEDIA_TYPE}; received ${mediaType || "no Content-Type"}.`;
    throw new Refused({ code: "unsupported-media-type", detail });
  }
  const coding = call.header("content-encoding")?.toLowerCase() ?? "identity";
  if (coding !== "identity") {
    const detail = `The body must not be encoded; received ${coding}.`;
    throw new Refused({ code: "unsupported-media-type", detail });
  }
  const bytes = await collect(call, limitOf(route, "maxBodyBytes"));
  return parseJson(bytes, limitOf(route, "maxBodyValues"));
}

/** Returns the lowest limit among the route's policies. */
function limitOf({ policies }: SealedRoute, limit: "maxBodyBytes" | "maxBodyValues"): number {
  return Math.min(...policies.map(({ compiled }) => compiled[limit] ?? Number.POSITIVE_INFINITY));
}

function collect(call: Call, limit: number): Promise<Uint8Array> {
  const detail = `The body may have at most ${limit} bytes.`;
  const tooLarge = () => new Refused({ code: "payload-too-large", detail });
  if (Number(call.header("content-length") ?? 0) > limit) return Promise.reject(tooLarge());
  if (call instanceof NodeCall) return fromSocket(call.request, limit, tooLarge);
  return fromStream(call instanceof FetchCall ? call.request.body : null, limit, tooLarge);
}

/** Listens to events, because an async iterator costs several promises and an abort signal for each request. */
function fromSocket(
  request: IncomingMessage,
  limit: number,
  tooLarge: () => Refused,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const take = (chunk: Uint8Array) => {
      length += chunk.byteLength;
      if (length <= limit) return void chunks.push(chunk);
      // The socket must stay open for the answer.
      request.off("data", take).pause();
      reject(tooLarge());
    };
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
    request.once("close", () => {
      if (!request.complete) reject(new Error("the client left before the body was complete"));
    });
  });
}

async function fromStream(
  source: AsyncIterable<Uint8Array> | null,
  limit: number,
  tooLarge: () => Refused,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
