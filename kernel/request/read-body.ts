/** Reads JSON request bodies. */
import { hash } from "node:crypto";
import type { Call } from "../../registry/contract/call.ts";
import { bodiesOf } from "../../registry/contract/route-keys.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Schema } from "../../registry/schema/schema.ts";
import { collectBody } from "./collect-body.ts";
import { parseJson } from "./parse-json.ts";
import { Refused } from "./refusal.ts";

/** A parsed body that has not been validated. */
export class ReceivedBody {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly #bytes: Uint8Array;

  constructor(mediaType: string, schema: Schema, value: unknown, bytes: Uint8Array) {
    this.mediaType = mediaType;
    this.schema = schema;
    this.value = value;
    this.#bytes = bytes;
  }

  /** Over the bytes as received, base64url. */
  get sha256(): string {
    return hash("sha256", this.#bytes, "base64url");
  }
}

/**
 * Returns the function that receives and parses the bodies of a route; undefined where the route takes none. It refuses
 * with 413, 415 or 400.
 */
export function bodyReader(
  route: SealedRoute,
): ((call: Call) => Promise<ReceivedBody>) | undefined {
  const schemas = new Map(Object.entries(bodiesOf(route.declaration)));
  if (schemas.size === 0) return undefined;
  const types = new Set(schemas.keys());
  const limits = {
    maxBodyBytes: limitOf(route, "maxBodyBytes"),
    maxBytesUnderWay: limitOf(route, "maxBodyBytesUnderWay"),
  };
  const maxValues = limitOf(route, "maxBodyValues");
  return async (call) => {
    const mediaType = receivedType(call, types);
    const schema = schemas.get(mediaType) as Schema; // one of the types
    const bytes = await collectBody(call, limits);
    return new ReceivedBody(mediaType, schema, await parseJson(bytes, maxValues), bytes);
  };
}

/** Returns the media type of a request body. Refuses with 415 one that is not among these, and one that is encoded. */
export function receivedType(call: Call, types: ReadonlySet<string>): string {
  const [type = ""] = (call.header("content-type") ?? "").split(";", 1);
  const mediaType = type.trim().toLowerCase();
  if (!types.has(mediaType))
    refuseType(
      `The body must be ${[...types].join(" or ")}; received ${mediaType || "no Content-Type"}.`,
    );
  const coding = call.header("content-encoding")?.toLowerCase() ?? "identity";
  if (coding !== "identity") refuseType(`The body must not be encoded; received ${coding}.`);
  return mediaType;
}

function refuseType(detail: string): never {
  throw new Refused({ code: "unsupported-media-type", detail });
}

type LimitName = "maxBodyBytes" | "maxBodyBytesUnderWay" | "maxBodyValues";

/** Returns the lowest limit among the route's policies. */
function limitOf({ policies }: SealedRoute, limit: LimitName): number {
  return Math.min(...policies.map(({ compiled }) => compiled[limit] ?? Number.POSITIVE_INFINITY));
}
