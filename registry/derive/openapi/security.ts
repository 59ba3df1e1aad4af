/** Ways to authenticate, and the operations that need one (OpenAPI 3.0.4, sections 4.7.27 and 4.7.30). */
import type { SecurityScheme } from "../../contract/principal.ts";
import type { Registry } from "../../contract/registry.ts";
import { requiredScopes, type SealedRoute } from "../../contract/sealed-route.ts";
import type { Operation } from "./types.ts";

/** A way to authenticate that 3.0 has words for. */
interface Described {
  readonly id: string;
  readonly description: string;
  readonly scheme: Exclude<SecurityScheme, { readonly type: "mutualTLS" }>;
}

/** The member `securitySchemes` of the components; nothing where callers cannot authenticate. */
export function securitySchemesOf(registry: Registry) {
  const schemes = describedBy(registry).map(
    ({ id, description, scheme }) => [id, { ...scheme, description }] as const,
  );
  return schemes.length === 0 ? {} : { securitySchemes: Object.fromEntries(schemes) };
}

/** The members of an operation that say which credential it needs; nothing where it needs none. */
export function securityOf(
  route: SealedRoute,
  registry: Registry,
): Pick<Operation, "security" | "x-required-scopes"> {
  const scopes = requiredScopes(route);
  if (scopes === undefined) return {};
  const alternatives = describedBy(registry).map(({ id, scheme }) => ({
    [id]: scheme.type === "openIdConnect" ? scopes : [],
  }));
  return {
    // An empty list would say that the operation needs nothing.
    ...(alternatives.length === 0 ? {} : { security: alternatives }),
    ...(scopes.length === 0 ? {} : { "x-required-scopes": scopes }),
  };
}

function describedBy({ identifiers }: Registry): readonly Described[] {
  return identifiers.flatMap(({ policy: id, description, scheme }) =>
    // 3.0 has no words for certificates.
    scheme.type === "mutualTLS" ? [] : [{ id, description, scheme }],
  );
}
