/** Reads JSON request bodies. */
import type { Call } from "../../registry/contract/call.ts";
import { bodiesOf } from "../../registry/contract/route.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Schema } from "../../registry/schema/schema.ts";
import { collectBody } from "./collect-body.ts";
import { parseJson } from "./parse-json.ts";
import { Refused } from "./refusal.ts";

/** A parsed body that has not been validated. */
export interface ReceivedBody {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly value: unknown;
}

/** Returns the parsed body; undefined where the route takes none. Refuses with 413, 415 or 400. */
export function readBody(route: SealedRoute, call: Call): Promise<ReceivedBody> | undefined {
  const bodies = bodiesOf(route.declaration);
  const types = Object.keys(bodies);
  return types.length === 0 ? undefined : read(route, call, bodies, types);
}

async function read(
  route: SealedRoute,
  call: Call,
  bodies: Readonly<Record<string, Schema>>,
  types: readonly string[],
): Promise<ReceivedBody> {
  const mediaType = (call.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  const schema = types.includes(mediaType ?? "") ? bodies[mediaType ?? ""] : undefined;
  if (mediaType === undefined || schema === undefined) {
    const detail = `The body must be ${types.join(" or ")}; received ${mediaType || "no Content-Type"}.`;
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
  const value = await parseJson(bytes, limitOf(route, "maxBodyValues"));
  return { mediaType, schema, value };
}

type LimitName = "maxBodyBytes" | "maxBodyBytesUnderWay" | "maxBodyValues";

/** Returns the lowest limit among the route's policies. */
function limitOf({ policies }: SealedRoute, limit: LimitName): number {
  return Math.min(...policies.map(({ compiled }) => compiled[limit] ?? Number.POSITIVE_INFINITY));
}
