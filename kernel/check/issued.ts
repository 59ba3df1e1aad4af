/** Credentials that a server under test issues for the requests of a check. */
import type { IssuedCredential } from "../../registry/contract/identifier.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import { requiredScopes, type SealedRoute } from "../../registry/contract/sealed-route.ts";
import { routesAt } from "./context.ts";

/** Good credentials by caller. Only for a server that no others use. */
export class IssuedCredentials {
  readonly #registry: Registry;
  /** By name of the caller, and by scopes. */
  readonly #known = new Map<string, Promise<IssuedCredential>>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** With what the routes at a target ask for, and none where they ask for nothing. */
  async at(target: string, caller: string): Promise<IssuedCredential> {
    const [path = ""] = target.split("?", 1);
    const scopes = scopesOfAll(routesAt(path.replace(/(.)\/$/, "$1"), this.#registry));
    return scopes === undefined ? {} : this.#get(caller, scopes);
  }

  /** Good for all routes, and the same each time. */
  everywhere(caller: string): Promise<IssuedCredential> {
    return this.#get(caller, scopesOfAll(this.#registry.routes) ?? []);
  }

  #get(caller: string, scopes: readonly string[]): Promise<IssuedCredential> {
    const key = [caller, ...scopes].join(" ");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const credential = this.#issue(caller, scopes);
    this.#known.set(key, credential);
    return credential;
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
  const asked = routes.flatMap((route) => {
    const scopes = requiredScopes(route);
    return scopes === undefined ? [] : [scopes];
  });
  return asked.length === 0 ? undefined : [...new Set(asked.flat())];
}
