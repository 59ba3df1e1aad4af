/** Senders of requests, and the ways to find them out. */

/** The person or program behind a credential. Its members may be logged and recorded: none of them is secret. */
export interface Principal {
  /** Unique among all kinds, and the same on every node and after every restart: `api-key:7f3k…`. */
  readonly id: string;
  /** The policy that found it: `api-keys`. */
  readonly kind: string;
  /** Name for people. */
  readonly name: string;
  /** Permissions beyond being known: `offices:write`. */
  readonly scopes: readonly string[];
  /** Name of the plan that its limits follow. Default: the limits of everybody. */
  readonly plan?: string | undefined;
}

/** A security scheme as OpenAPI describes it (3.0.4, section 4.7.27). */
export type SecurityScheme =
  | { readonly type: "http"; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: "apiKey"; readonly in: "header"; readonly name: string }
  | { readonly type: "openIdConnect"; readonly openIdConnectUrl: string }
  | { readonly type: "mutualTLS" };

/** A way to find a principal, for documents. */
export interface IdentifierInfo {
  /** Single sentence for senders of the credential. */
  readonly description: string;
  readonly scheme: SecurityScheme;
  /** The scheme that WWW-Authenticate offers (RFC 9110, section 11.6.1): `Bearer`. */
  readonly challenge: string;
}
