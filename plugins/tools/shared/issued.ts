/** Credentials that a server under test issues for the requests of a check, and whose rows they show. */
import type { CredentialRequest, Registry, SealedRoute } from "waymark";
import { type CredentialHeaders, getOrMake, requiredScopes } from "waymark/advanced";
import { Tables } from "waymark/services";
import type { IssuedCredential } from "waymark/tools";
import { routesAt, withoutQuery } from "./context.ts";

/** Good credentials by caller. Only for a server that no others use. */
export class IssuedCredentials {
  readonly #registry: Registry;
  /** Credentials by name of the caller, and by scopes. */
  readonly #known = new Map<string, Promise<IssuedCredential>>();
  #all: readonly string[] | undefined;
  /** Scopes by path. */
  readonly #scopes = new Map<string, { readonly all: readonly string[] | undefined }>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Returns credentials with the scopes that the routes at a target require; no headers if they require none. */
  async at(request: CredentialRequest, caller: string): Promise<CredentialHeaders> {
    const path = withoutQuery(request.target).replace(/(.)\/$/, "$1");
    const { all } = getOrMake(this.#scopes, path, () => ({
      all: scopesOfAll(routesAt(path, this.#registry)),
    }));
    return all === undefined ? {} : this.#get(request, caller, all);
  }

  /** Returns credentials that are good for all routes, and the same each time. */
  everywhere(request: CredentialRequest, caller: string): Promise<CredentialHeaders> {
    this.#all ??= scopesOfAll(this.#registry.routes) ?? [];
    return this.#get(request, caller, this.#all);
  }

  async #get(
    request: CredentialRequest,
    caller: string,
    scopes: readonly string[],
  ): Promise<CredentialHeaders> {
    const key = [caller, ...scopes].join(" ");
    const issued = await getOrMake(this.#known, key, () => this.#issue(caller, scopes));
    return typeof issued === "function" ? issued(request) : issued;
  }

  async #issue(name: string, scopes: readonly string[]): Promise<IssuedCredential> {
    for (const { issue } of this.#registry.identifiers) {
      const headers = await issue?.({ name, scopes, state: "good" });
      if (headers !== undefined) return headers;
    }
    return {};
  }
}

function scopesOfAll(routes: readonly SealedRoute[]): readonly string[] | undefined {
  const asked = routes.map(requiredScopes).filter((scopes) => scopes !== undefined);
  return asked.length === 0 ? undefined : [...new Set(asked.flat())];
}

/**
 * Returns the plugin, if any, whose rows the routes at a target show to their owner alone: one with such a table, or that
 * uses a service of such a plugin.
 */
export function owningPluginAt(registry: Registry): (target: string) => string | undefined {
  const owning = new Set(
    registry.of(Tables).flatMap(({ plugin, owner }) => (owner === undefined ? [] : [plugin])),
  );
  if (owning.size === 0) return () => undefined;
  const enabled = registry.installed.flatMap((one) => (one.enabled ? [one.plugin] : []));
  const services = new Set(
    enabled.flatMap(({ id, provides = {} }) =>
      owning.has(id) ? Object.values(provides).map((service) => service.id) : [],
    ),
  );
  for (const { id, needs = {} } of enabled)
    if (Object.values(needs).some((service) => services.has(service.id))) owning.add(id);
  return (target) => routesAt(target, registry).find(({ plugin }) => owning.has(plugin))?.plugin;
}
