/** Findings about routes that answer with bytes. */
import { bytesTypesOf } from "../contract/bytes.ts";
import { show } from "../contract/finding.ts";
import type { Route } from "../contract/route.ts";
import type { Report } from "./check-references.ts";

/** A media type in lower case (RFC 9110, section 8.3.1), which may have parameters. */
export const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:;.+)?$/;

/** Keys that describe JSON. */
const OF_JSON = ["produces", "bareBody"] as const;

export function checkBytes(route: Route, report: Report): void {
  const { bytes, document, method } = route;
  if (bytes === undefined) return;
  const invalid = (message: string, hint: string) => report("ROUTE_INVALID", message, hint);
  const types: readonly unknown[] = [bytesTypesOf(route)].flat(); // anything, in JavaScript
  const areTypes = types.every((type) => typeof type === "string" && MEDIA_TYPE.test(type));
  if (types.length === 0 || !areTypes || new Set(types).size < types.length)
    invalid(
      `bytes must name media types in lower case, each once; received ${show(bytes)}`,
      'write bytes: "application/pdf" or bytes: ["image/png", "image/jpeg"]',
    );
  const streamed: unknown = Reflect.get(Object(bytes), "streamed");
  const isDetailed = typeof bytes !== "string" && !Array.isArray(bytes);
  if (isDetailed && streamed !== true)
    invalid(
      `bytes.streamed must be true; received ${show(streamed)}`,
      "remove it, and the bytes are sent whole",
    );
  if (streamed === true && (document === true || method !== "GET"))
    invalid(
      `bytes are streamed, but the answer ${document === true ? "of a document" : "to a write"} is kept and sent again`,
      "remove streamed and return the bytes whole",
    );
  const keys = OF_JSON.filter((key) => route[key] !== undefined);
  if (keys.length > 0)
    invalid(
      `${keys.join(" and ")} would do nothing, because the answer is bytes and not JSON`,
      `remove ${keys.join(" and ")}; bytes names the media types`,
    );
}
