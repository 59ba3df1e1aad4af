import type { SealedRoute } from "waymark";

/** Returns the headers that make writes of a route conditional and repeatable, by their names in lower case. */
export function writeHeadersOf({
  method,
  represents,
  declaration,
}: SealedRoute): ReadonlyMap<string, { readonly required: boolean }> {
  const { preconditions, idempotency } = declaration;
  // A condition is required; on PUT it may be either.
  const required = preconditions === "required" && method !== "PUT";
  const isConditional = represents !== undefined && method !== "GET";
  const headers = new Map<string, { readonly required: boolean }>();
  if (isConditional) headers.set("if-match", { required });
  if (isConditional && method === "PUT") headers.set("if-none-match", { required: false });
  if (idempotency === "key") headers.set("idempotency-key", { required: false });
  return headers;
}
