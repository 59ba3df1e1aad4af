/** Reads JSON request bodies. */
import type { Call } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { BODY_MEDIA_TYPE } from "../../registry/seal/route-facts.ts";
import { collectBody } from "./collect-body.ts";
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
  const bytes = await collectBody(call, {
    maxBodyBytes: limitOf(route, "maxBodyBytes"),
    maxBytesUnderWay: limitOf(route, "maxBodyBytesUnderWay"),
  });
  return parseJson(bytes, limitOf(route, "maxBodyValues"));
}

type LimitName = "maxBodyBytes" | "maxBodyBytesUnderWay" | "maxBodyValues";

/** Returns the lowest limit among the route's policies. */
function limitOf({ policies }: SealedRoute, limit: LimitName): number {
  return Math.min(...policies.map(({ compiled }) => compiled[limit] ?? Number.POSITIVE_INFINITY));
}
