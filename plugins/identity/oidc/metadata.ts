/** Metadata of this service as a protected resource (RFC 9728): clients read there which issuers it trusts. */
import type { Registry } from "waymark";
import { absoluteRootLink } from "waymark/services";
import { askedScopes } from "../../shared/asked-scopes.ts";
import { z } from "zod";
import type { Options } from "./options.ts";

const Metadata = z.object({
  resource: z.url().describe("Identifier of the service: its base URL."),
  resource_name: z.string().meta({ examples: ["waymark"] }),
  resource_documentation: z.url().optional(),
  authorization_servers: z.array(z.url()).describe("Issuers whose tokens count."),
  scopes_supported: z
    .array(z.string())
    .describe("Scopes that operations require.")
    .meta({ examples: [["offices:write"]] }),
  bearer_methods_supported: z.array(z.literal("header")),
});

export const routes = {
  showMetadata: {
    method: "GET",
    path: "/.well-known/oauth-protected-resource",
    summary: "Read which identity providers are trusted, and which scopes there are.",
    returns: Metadata,
    document: true,
    publish: { rootLink: "oauthProtectedResource" },
    cache: { scope: "public", maxAge: "5m" },
  },
} as const;

export function showMetadata(registry: Registry, { issuers }: Options): z.output<typeof Metadata> {
  const documentation = absoluteRootLink(registry, "developers");
  return {
    resource: registry.baseUrl,
    resource_name: registry.app.name,
    ...(documentation === undefined ? {} : { resource_documentation: documentation }),
    authorization_servers: issuers.map(({ issuer }) => issuer),
    scopes_supported: [...askedScopes(registry)],
    bearer_methods_supported: ["header"],
  };
}
