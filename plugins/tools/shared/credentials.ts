/** Credentials of a check: the ones that it is given, which are never printed, and the ones that its own server issues. */
import type { CredentialRequest, Registry, SealedRoute } from "waymark";
import { type CredentialHeaders, getOrMake, requiredScopes } from "waymark/advanced";
import type { IssuedCredential } from "waymark/tools";
import { routesAt } from "./context.ts";

export type Credentials = Readonly<Record<string, string>>;

/** A header's name and its value, without control characters (RFC 9110, section 5.5). */
const FIELD = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])[ \t]*$/;

/** Reads a line such as `Authorization: Bearer abc`, the name into lower case; undefined if it is not a header. */
export function readCredential(line: string): Credentials | undefined {
  const [, name, value] = FIELD.exec(line) ?? [];
  return name === undefined || value === undefined ? undefined : { [name.toLowerCase()]: value };
}

/** Returns a report, or any other JSON, without the values of credentials, as far as a shortened text still shows them. */
export function withoutCredentials<T>(report: T, credentials: Credentials = {}): T {
  // A scheme stands before its token: `Bearer abc`.
  const secrets = Object.values(credentials).flatMap((value) => [
    value,
    ...value.split(/\s+/).slice(1),
  ]);
  if (secrets.length === 0) return report;
  return JSON.parse(JSON.stringify(report), (_key, value: unknown) =>
    typeof value === "string" ? secrets.reduce(hide, value) : value,
  ) as T; // of the same form: only texts are replaced
}

/** Characters of a secret by which a shortened one is recognized. */
const HEAD_LENGTH = 6;

function hide(text: string, secret: string): string {
  const head = secret.slice(0, HEAD_LENGTH);
  const at = head === "" ? -1 : text.indexOf(head);
  if (at < 0) return text;
  let length = head.length;
  while (length < secret.length && text[at + length] === secret[length]) length += 1;
  return `${text.slice(0, at)}(not shown)${hide(text.slice(at + length), secret)}`;
}

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

/**
 * Returns the plugin, if any, whose rows the routes at a target show to their owner alone: one with such a table, or that
 * uses a service of such a plugin.
 */
export function owningPluginAt(registry: Registry): (target: string) => string | undefined {
  const owning = new Set(
    registry.tables.flatMap(({ plugin, owner }) => (owner === undefined ? [] : [plugin])),
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
