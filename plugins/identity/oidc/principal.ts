/** Turns the claims of a verified token into its principal. */
import type { Principal } from "waymark";
import type { IssuerOptions } from "./options.ts";

type Claims = Readonly<Record<string, unknown>>;

/** A scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
/** Text that is bounded and without control characters: it appears in logs and records. */
const SHOWABLE = /^[^\p{Cc}]{1,255}$/u;

/** Returns the principal; undefined if the subject cannot be part of an id. */
export function principalOf(
  { issuer, claims: { scopes, scopeMap, plan, name } }: IssuerOptions,
  claims: Claims,
): Principal | undefined {
  const sub = showable(claims["sub"]);
  if (sub === undefined) return undefined;
  return Object.freeze({
    // An issuer has no `|`: two issuers never have the same principal.
    id: `oidc:${issuer}|${sub}`,
    kind: "oidc",
    name: showable(claimOf(claims, name)) ?? sub,
    scopes: Object.freeze(
      scopesOf(
        scopes.flatMap((one) => values(claimOf(claims, one))),
        scopeMap,
      ),
    ),
    plan: plan === undefined ? undefined : showable(claimOf(claims, plan)),
  });
}

function scopesOf(
  sent: readonly string[],
  map: Readonly<Record<string, readonly string[]>> | undefined,
): readonly string[] {
  const scopes =
    map === undefined
      ? sent
      : sent.flatMap((scope) => (Object.hasOwn(map, scope) ? (map[scope] ?? []) : []));
  return [...new Set(scopes)].filter((scope) => SCOPE.test(scope));
}

/** Returns the values of a claim: a list of texts, or a text with spaces between them. */
function values(claim: unknown): readonly string[] {
  if (typeof claim === "string") return claim.split(" ");
  return Array.isArray(claim) ? claim.filter((value) => typeof value === "string") : [];
}

/** Returns the claim of that name or, if there is none, the claim that its parts lead to. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Claims)[part]; // an object, as was just found
  }
  return value;
}

function showable(value: unknown): string | undefined {
  return typeof value === "string" && SHOWABLE.test(value) ? value : undefined;
}
