/** Credentials that a server under test issues for the requests of a check. */
import type { CredentialRequest, Registry, SealedRoute } from "waymark";
import { type CredentialHeaders, getOrMake, requiredScopes } from "waymark/advanced";
import type { IssuedCredential } from "waymark/tools";
import { routesAt } from "./context.ts";

/** Good credentials by caller. Only for a server that no others use. */
export class IssuedCredentials {
  readonly #registry: Registry;
  /** Credentials by name of the caller, and by scopes. */
  readonly #known = new Map<string, Promise<IssuedCredential>>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Returns credentials with the scopes that the routes at a target require; no headers if they require none. */
  async at(request: CredentialRequest, caller: string): Promise<CredentialHeaders> {
    const [path = ""] = request.target.split("?", 1);
    const scopes = scopesOfAll(routesAt(path.replace(/(.)\/$/, "$1"), this.#registry));
    return scopes === undefined ? {} : this.#get(request, caller, scopes);
  }

  /** Returns credentials that are good for all routes, and the same each time. */
  everywhere(request: CredentialRequest, caller: string): Promise<CredentialHeaders> {
    return this.#get(request, caller, scopesOfAll(this.#registry.routes) ?? []);
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
