/** Findings about routes whose handlers read the request body. */
import { show } from "../contract/finding.ts";
import type { Route } from "../contract/route.ts";
import { isFile } from "../contract/upload.ts";
import { MEDIA_TYPE } from "./check-bytes.ts";
import type { Report } from "./check-references.ts";

export function checkUpload(route: Route, report: Report): void {
  const { upload, transaction, idempotency } = route;
  if (upload === undefined) return;
  const invalid = (message: string, hint: string) => report("ROUTE_INVALID", message, hint);
  const others = (["body", "bodies"] as const).filter((key) => route[key] !== undefined);
  if (others.length > 0)
    invalid(
      `a route has upload and ${others.join(" and ")}, so that it is not clear which one counts`,
      `remove ${others.join(" and ")}, or remove upload`,
    );
  const { mediaTypes, parts, maxBytes } = Object(upload) as NonNullable<Route["upload"]>;
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1)
    invalid(
      `upload.maxBytes must be a number of bytes; received ${show(maxBytes)}`,
      "write the largest body that the handler can take, such as maxBytes: 10_000_000",
    );
  if ((mediaTypes === undefined) === (parts === undefined))
    return invalid(
      `upload has exactly one of mediaTypes and parts; received ${show(upload)}`,
      'write mediaTypes: "image/png" for bytes, or parts: { … } for a form',
    );
  const files = Object.entries(Object(parts) as NonNullable<typeof parts>)
    .filter(([, part]) => isFile(part))
    .map(([name, part]) => [`upload.parts.${name}`, Object(part) as object] as const);
  const typed = parts === undefined ? [["upload", upload] as const] : files;
  for (const [key, one] of typed) {
    const { mediaTypes: named } = one as { readonly mediaTypes?: unknown };
    const types: readonly unknown[] = [named].flat();
    if (types.length > 0 && types.every((type) => typeof type === "string" && isPlain(type)))
      continue;
    invalid(
      `${key}.mediaTypes must name media types in lower case, without parameters; received ${show(named)}`,
      'write "image/png" or ["image/png", "image/jpeg"]; texts of a form have a schema',
    );
  }
  if (parts !== undefined && Object.keys(parts).length === 0)
    invalid("upload.parts names no part", "write parts: { photo: { mediaTypes: … } }");
  if (transaction !== false)
    invalid(
      "a route has upload and no transaction: false, so that a slow client would hold a transaction open",
      "add transaction: false, and call store.transaction in the handler once the upload is read",
    );
  if (idempotency === "key")
    invalid(
      'a route has upload and idempotency: "key", but the body that a key belongs to is known only when it is read',
      'write idempotency: "natural" or "none"',
    );
}

function isPlain(type: string): boolean {
  return MEDIA_TYPE.test(type) && !type.includes(";");
}
