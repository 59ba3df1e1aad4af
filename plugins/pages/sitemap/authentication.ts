/** The part of the index for language models about credentials. */
import type { Registry } from "waymark";
import { requiredScopes, spellHeader, type IdentifierInfo } from "waymark/advanced";

/** Returns how to authenticate, and which operations need that; nothing if callers cannot. */
export function authentication({ identifiers, routes }: Registry): readonly string[] {
  const ways = identifiers.map((one) => {
    const place = placeOf(one);
    return `- ${place === undefined ? "" : `\`${place}\`: `}${one.description}`;
  });
  if (ways.length === 0) return [];
  const operations = routes.flatMap((route) => {
    const scopes = requiredScopes(route);
    if (scopes === undefined || route.site) return [];
    const needed = scopes.length === 0 ? "" : `: ${scopes.map((name) => `\`${name}\``).join(", ")}`;
    return [`- \`${route.method} ${route.path}\`${needed}`];
  });
  return operations.length === 0
    ? ["No operation requires a credential. Callers may send one:", "", ...ways]
    : [
        "Send one credential:",
        "",
        ...ways,
        "",
        "These operations require it, and the scopes beside them. All others are open.",
        "",
        ...operations,
      ];
}

/** Returns the header that holds the credential, if there is one. */
function placeOf({ scheme, challenge }: IdentifierInfo): string | undefined {
  if (scheme.type === "mutualTLS") return undefined;
  return scheme.type === "apiKey"
    ? `${spellHeader(scheme.name)}: <credential>`
    : `Authorization: ${challenge} <credential>`;
}
