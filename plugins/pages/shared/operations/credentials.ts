/** The ways to authenticate by a header, as the page and the playground show them. */
import type { Registry } from "waymark";
import type { IdentifierInfo } from "waymark/advanced";
import { translate } from "waymark/services";
import type { ApiCall, Credential, CredentialHeader } from "./model.ts";
import { fill } from "../fill.ts";
import { sharedMessages } from "../messages.ts";

/** Returns each header and form once; none if callers cannot authenticate. */
export function credentialsOf(registry: Registry, language: string): readonly Credential[] {
  const all = registry.identifiers.flatMap((one) => credentialOf(one, registry, language) ?? []);
  return [...Map.groupBy(all, ({ header, prefix }) => `${header}: ${prefix}`).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : { ...first, description: [first, ...others].map((one) => one.description).join(" ") },
  );
}

function credentialOf(
  { scheme, challenge, description: english }: IdentifierInfo,
  registry: Registry,
  language: string,
): Credential | undefined {
  const description = translate(english, registry, language);
  const { bearer, credentialFor } = sharedMessages(registry, language);
  switch (scheme.type) {
    case "mutualTLS":
      return undefined; // the browser's own
    case "apiKey":
      return { label: scheme.name, header: scheme.name, prefix: "", description };
    case "http":
    case "openIdConnect":
      return {
        label: challenge === "Bearer" ? bearer : fill(credentialFor, { scheme: challenge }),
        header: "Authorization",
        prefix: `${challenge} `,
        description,
      };
  }
}

/**
 * Returns a call with the credential that it needs, if any.
 *
 * @param scopes undefined if no credential is needed.
 */
export function withCredential(
  call: ApiCall,
  scopes: readonly string[] | undefined,
  [first]: readonly CredentialHeader[],
): ApiCall {
  if (scopes === undefined || first === undefined) return call;
  return { ...call, credential: { header: first.header, prefix: first.prefix } };
}
