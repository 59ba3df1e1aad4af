/** The texts of guides, filled with values of the service. */
import type { Registry, SealedRoute } from "waymark";
import { fieldNames, requiredScopes } from "waymark/advanced";
import { examplesOf } from "../../../shared/operations/examples.ts";
import type { LocalizedFiles } from "../../../shared/localized-text.ts";
import { credentialsOf } from "../../shared/operations/credentials.ts";
import { firstGuardedRead, firstOpenList } from "../../shared/operations/first-reads.ts";
import { toTarget } from "../../shared/operations/target.ts";
import { valuesIn } from "../../shared/operations/values.ts";
import { builtIn, type TextValues } from "../shared/built-in.ts";

/** Texts by the name in their address. The URLs are literals, by which the package finds the files that it ships. */
const TEXTS = {
  start: {
    en: new URL("./start.en.md", import.meta.url),
    es: new URL("./start.es.md", import.meta.url),
  },
  lists: {
    en: new URL("./lists.en.md", import.meta.url),
    es: new URL("./lists.es.md", import.meta.url),
  },
  writes: {
    en: new URL("./writes.en.md", import.meta.url),
    es: new URL("./writes.es.md", import.meta.url),
  },
  webhooks: {
    en: new URL("./webhooks.en.md", import.meta.url),
    es: new URL("./webhooks.es.md", import.meta.url),
  },
  caching: {
    en: new URL("./caching.en.md", import.meta.url),
    es: new URL("./caching.es.md", import.meta.url),
  },
  errors: {
    en: new URL("./errors.en.md", import.meta.url),
    es: new URL("./errors.es.md", import.meta.url),
  },
  limits: {
    en: new URL("./limits.en.md", import.meta.url),
    es: new URL("./limits.es.md", import.meta.url),
  },
} satisfies Readonly<Record<string, LocalizedFiles>>;

export type GuideName = keyof typeof TEXTS;

/** Returns the text of a guide in a language. */
export function guideText(name: GuideName, registry: Registry, language: string): string {
  const text = { id: `guides.${name}`, texts: TEXTS[name] };
  return builtIn(text, registry, valuesOf(registry, language), language);
}

/** Returns the values that guides have beside those of all texts: parts of examples, as far as they are on. */
function valuesOf(registry: Registry, language: string): TextValues {
  const { routes } = registry;
  const root = registry.route("root.showRoot")?.path;
  const open = firstOpenList(registry);
  const list = open ?? routes.find(({ kind, site }) => kind === "list" && !site);
  const write = routes.find(
    ({ method, represents }) => method === "PATCH" && represents !== undefined,
  );
  const bulk = registry.route("bulk.runBulk");
  const [credential] = credentialsOf(registry, language);
  const key = credential && ` \\\n  -H "${credential.header}: ${credential.prefix}$WAYMARK_TOKEN"`;
  const keyFor = (route?: SealedRoute) => (route && requiredScopes(route) && key) ?? "";
  const values = {
    root,
    open: open?.path,
    guarded: firstGuardedRead(registry)?.path,
    read: open?.path ?? root ?? routes.find(({ site }) => !site)?.path,
    list: list?.path,
    field: list && fieldOf(list),
    key: key ?? "",
    keyToList: keyFor(list),
    keyToWrite: keyFor(write),
    bulk: bulk?.declaration.alwaysFails === undefined ? bulk?.path : undefined,
    subscriptions: registry.route("webhook-subscriptions.listSubscriptions")?.path,
    ...(write && changeOf(write, registry)),
  };
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(set);
}

/** Returns a field of a list's items, after their key if there is another one. */
function fieldOf({ declaration: { list } }: SealedRoute): string | undefined {
  const [key, other = key] = list === undefined ? [] : fieldNames(list.of);
  return other;
}

/** Returns the address of a resource, and a change of it: a member with the value that it has. */
function changeOf(write: SealedRoute, registry: Registry) {
  const read = registry.route(write.represents ?? "");
  const examples = examplesOf(registry);
  const resource: object = Object(read && examples.ofAnswer(read)?.value);
  const [patch] = examples.ofBodies(write).values();
  const members = Object.keys(Object(patch?.value));
  const member = Object.entries(resource).find(([name]) => members.includes(name));
  const values = write.pattern.params.map((name) => [name, valuesIn({ all: [resource] }, name)[0]]);
  return {
    write: toTarget(write, { path: Object.fromEntries(values), query: [] }),
    patch: JSON.stringify(member === undefined ? {} : Object.fromEntries([member])),
  };
}
