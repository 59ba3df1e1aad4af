/** Credentials that a server under test issues for the requests of a check. */
import type { CredentialHeaders } from "../../registry/contract/identifier.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { routesAt } from "./context.ts";

/** Returns the scopes that the policies of a route ask for; undefined where they ask for no principal. */
export function scopesOf({ policies }: SealedRoute): readonly string[] | undefined {
  const asked = policies.flatMap(({ compiled }) => compiled.security ?? []);
  return asked.length === 0 ? undefined : [...new Set(asked.flatMap(({ scopes }) => scopes))];
}

/** Good credentials, each with what the routes at a target ask for. Only for a server that no others use. */
export class IssuedCredentials {
  readonly #registry: Registry;
  /** By client, for those that come again. */
  readonly #known = new Map<string, Promise<CredentialHeaders>>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** For a client of one request: no credential where none is asked for. */
  async once(client: string, target: string): Promise<CredentialHeaders> {
    const scopes = scopesOfAll(routesAt(target, this.#registry));
    return scopes === undefined ? {} : this.#issue(client, scopes);
  }

  /** For a client that comes again: the same credential each time, good for all routes. */
  always(client: string): Promise<CredentialHeaders> {
    const known = this.#known.get(client);
    if (known !== undefined) return known;
    const credential = this.#issue(client, scopesOfAll(this.#registry.routes) ?? []);
    this.#known.set(client, credential);
    return credential;
  }

  async #issue(name: string, scopes: readonly string[]): Promise<CredentialHeaders> {
    for (const { issue } of this.#registry.identifiers) {
      const headers = await issue?.({ name, scopes, state: "good" });
      if (headers !== undefined) return headers;
    }
    return {};
  }
}

function scopesOfAll(routes: readonly SealedRoute[]): readonly string[] | undefined {
  const asked = routes.flatMap((route) => {
    const scopes = scopesOf(route);
    return scopes === undefined ? [] : [scopes];
  });
  return asked.length === 0 ? undefined : [...new Set(asked.flat())];
}
