/**
 * The closure law: what is on appears exactly once in every document that should list it; what is off appears in none,
 * and no link anywhere leads to it.
 */
import { neededBy } from "../../../registry/seal/check-services.ts";
import { collect, type Collected } from "../../../registry/seal/collect.ts";
import { plannedNames } from "../../../registry/seal/compile.ts";
import { openapiDocument } from "../../../registry/derive/openapi/index.ts";
import { parsePath } from "../../../registry/contract/path.ts";
import type { Plugin } from "../../../registry/contract/plugin.ts";
import type { Registry } from "../../../registry/contract/registry.ts";
import type { InstalledPlugin } from "../../../registry/contract/installed.ts";
import type { PolicyInfo, SealedRoute } from "../../../registry/contract/sealed-route.ts";
import { linksIn, mentionedIn, pathFitting, pathsIn, targetsIn } from "./paths.ts";

/**
 * What contradicts the law, as sentences; none when it holds.
 *
 * @param off the plugins that are switched off, as they are installed while they are on.
 */
export function violations(registry: Registry, off: readonly InstalledPlugin[] = []): string[] {
  const law = new Law(registry, off);
  law.links();
  law.openapi();
  law.exports();
  law.contributions();
  return law.broken;
}

/** Plugins by id, and all that cannot do without them. */
export function dependentsOf(
  plugins: readonly Plugin[],
  ids: Iterable<string>,
): ReadonlySet<string> {
  const off = new Set(ids);
  for (let before = -1; before !== off.size;) {
    before = off.size;
    const gone = new Set(
      plugins
        .filter(({ id }) => off.has(id))
        .flatMap(({ provides = {} }) => Object.values(provides).map(({ id }) => id)),
    );
    for (const plugin of plugins)
      if (neededBy(plugin).some((id) => gone.has(id))) off.add(plugin.id);
  }
  return off;
}

/** What the law reads of an OpenAPI document. */
interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string }>>>
  >;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

class Law {
  readonly broken: string[] = [];
  readonly #registry: Registry;
  readonly #off: ReadonlySet<string>;
  /** What the plugins that are off contribute while they are on. */
  readonly #gone: Collected;
  readonly #isServed: (href: string) => boolean;

  constructor(registry: Registry, off: readonly InstalledPlugin[]) {
    this.#registry = registry;
    this.#off = new Set(off.map(({ plugin }) => plugin.id));
    this.#gone = collect(off.map((entry) => ({ ...entry, enabled: true })));
    this.#isServed = pathFitting(registry.routes.map(({ pattern }) => pattern));
  }

  #claim(holds: boolean, text: string): void {
    if (!holds) this.broken.push(text);
  }

  #leads(where: string, paths: readonly string[]): void {
    for (const path of paths)
      this.#claim(this.#isServed(path), `${where} leads to ${path}, which is not served`);
  }

  links(): void {
    const registry = this.#registry;
    const goneHeaders = this.#goneHeaders(({ writes }) => [writes]);
    const isGone = pathFitting(this.#gone.routes.map(({ value }) => parsePath(value.path)));
    const paths = (value: unknown) => pathsIn(value, registry.baseUrl, isGone);
    this.#leads("a root link", paths(registry.rootLinks));
    for (const route of registry.routes) {
      const { ref } = route;
      this.#claim(!this.#off.has(route.plugin), `${ref} is served though its plugin is off`);
      this.#leads(
        `${ref}: a relation`,
        route.relations.map(({ target }) => target.path),
      );
      this.#leads(`${ref}: a computed relation`, paths(route.computed()));
      for (const [outcome, plan] of Object.entries(route.plans)) {
        this.#leads(`${ref}, ${outcome}: a header`, targetsIn(plan.fixed));
        const names = plannedNames(plan).map((name) => name.toLowerCase());
        this.#claim(
          new Set(names).size === names.length,
          `${ref}, ${outcome}: a header is planned twice`,
        );
        for (const name of names)
          this.#claim(!goneHeaders.has(name), `${ref} sends ${name}, whose policy is off`);
      }
      // That of OpenAPI is looked at below, and lists paths as keys.
      if (route.document && !route.mediaTypes.some((type) => type.includes("openapi")))
        this.#leads(`${ref}: the body`, this.#mentioned(route, paths));
    }
  }

  /** Of a page its links, of any other document whatever reads like a path. */
  #mentioned(route: SealedRoute, paths: (value: unknown) => readonly string[]): readonly string[] {
    if (route.kind !== "page") return paths(this.#registry.document(route));
    const { languages = [undefined] } = route.declaration;
    return languages.flatMap((language) =>
      linksIn(this.#registry.document(route, language), this.#registry.baseUrl),
    );
  }

  openapi(): void {
    const registry = this.#registry;
    const document = openapiDocument(registry) as unknown as OpenApi;
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        key: `${method.toUpperCase()} ${path}`,
        operationId,
      })),
    );
    const described = registry.routes.filter(({ site }) => !site);
    this.#claim(
      sameLists(
        operations.map(({ key }) => key),
        described.map(({ method, path }) => `${method} ${path}`),
      ),
      "OpenAPI does not list every route exactly once",
    );
    this.#claim(
      new Set(operations.map(({ operationId }) => operationId)).size === operations.length,
      "an operationId is used twice",
    );
    for (const { name } of document.tags)
      this.#claim(!this.#off.has(name), `OpenAPI has a tag for ${name}, which is off`);
    const mentioned = mentionedIn(document);
    for (const ref of new Set(mentioned.refs)) {
      const [, , kind = "", name = ""] = ref.split("/");
      this.#claim(
        document.components[kind]?.[name] !== undefined,
        `OpenAPI refers to ${ref}, which is not there`,
      );
    }
    const names = new Set([...new Set(mentioned.headers)].map((name) => name.toLowerCase()));
    for (const name of this.#goneHeaders(({ writes, reads }) => [writes, reads]))
      this.#claim(!names.has(name), `OpenAPI documents ${name}, whose policy is off`);
  }

  /** Names in lower case, those aside that a policy which is on has too. */
  #goneHeaders(pick: (policy: PolicyInfo) => readonly (object | undefined)[]): ReadonlySet<string> {
    const namesOf = (policies: readonly PolicyInfo[]) =>
      new Set(
        policies
          .flatMap((policy) => pick(policy).flatMap((part) => Object.keys(part ?? {})))
          .map((name) => name.toLowerCase()),
      );
    const on = namesOf(this.#registry.policies.map(({ policy }) => policy));
    return namesOf(this.#gone.policies.map(({ value }) => value)).difference(on);
  }

  exports(): void {
    for (const { name, violations: broken } of this.#registry.exports)
      for (const text of broken()) this.#claim(false, `export ${name}: ${text}`);
  }

  contributions(): void {
    const { schemas, errors, policies, tables, capabilities } = this.#registry;
    const isOn = (plugin: string, text: string) => this.#claim(!this.#off.has(plugin), text);
    for (const { name, plugin } of schemas.values())
      isOn(plugin, `the type ${name} of ${plugin} is published`);
    for (const { code, plugin } of errors)
      isOn(plugin, `the error ${code} of ${plugin} is published`);
    for (const { name, plugin } of tables) isOn(plugin, `the table ${name} of ${plugin} is kept`);
    for (const { plugin } of policies) isOn(plugin, `a policy of ${plugin} is sealed`);
    for (const { name, plugin } of this.#gone.capabilities)
      this.#claim(capabilities[name] !== true, `the flag ${name} of ${plugin} is true`);
  }
}

function sameLists(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}
