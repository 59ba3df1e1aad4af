/** A few calls to start with, chosen from the routes that are on. */
import { fieldNames, type Registry, requiredScopes, type SealedRoute } from "waymark";
import type { Language } from "../shared/languages.ts";
import { credentialsOf } from "../shared/operations/credentials.ts";
import { COMMANDS } from "../shared/operations/commands.ts";
import type { ApiCall } from "../shared/operations/model.ts";
import { MESSAGES } from "./messages.ts";

interface FirstCall {
  readonly title: string;
  readonly text: string;
  readonly commands: Readonly<Record<keyof typeof COMMANDS, string>>;
}

/** The root, a list, and one item of the list, as far as all callers may read them; then one that needs a credential. */
export function firstCalls(registry: Registry, language: Language): readonly FirstCall[] {
  const { baseUrl } = registry;
  const messages = MESSAGES[language];
  const read = (target: string, credential?: ApiCall["credential"]): FirstCall["commands"] => {
    const call = { method: "GET", target, headers: [], credential };
    return {
      curl: COMMANDS.curl(call, baseUrl),
      JavaScript: COMMANDS.JavaScript(call, baseUrl),
      Python: COMMANDS.Python(call, baseUrl),
    };
  };
  const { callRoot, callRootText, callList, callListText, callItem, callItemText } = messages;
  const rootRoute = registry.route("root.showRoot");
  const root = rootRoute !== undefined && isOpen(rootRoute) ? rootRoute.path : undefined;
  const { list, item } = listWithItem(registry);
  const calls: FirstCall[] = [];
  if (root !== undefined) calls.push({ title: callRoot, text: callRootText, commands: read(root) });
  if (list !== undefined)
    calls.push({ title: callList, text: callListText(list), commands: read(`${list}?limit=1`) });
  if (item !== undefined)
    calls.push({ title: callItem, text: callItemText, commands: follow(baseUrl, item) });
  const [credential] = credentialsOf(registry, language);
  const guarded = registry.routes.find(isGuarded)?.path;
  if (credential !== undefined && guarded !== undefined)
    calls.push({
      title: messages.callAuthenticated,
      text: messages.callAuthenticatedText(guarded),
      commands: read(guarded, credential),
    });
  return calls;
}

interface ListItem {
  /** Path of the list. */
  readonly list: string;
  /** Member of the list's answer with its items. */
  readonly as: string;
  /** Path of an item up to the parameter. */
  readonly path: string;
  /** Field of the list's items that fills it. */
  readonly field: string;
}

/** The lists of the service's own data that everybody may read, each kind of item once, in the preset's order. */
export function openLists({ routes, tables }: Registry): readonly SealedRoute[] {
  const owners = new Set(tables.map(({ plugin }) => plugin));
  const lists = routes.filter(
    (route) => route.kind === "list" && owners.has(route.plugin) && !route.site && isOpen(route),
  );
  return [...Map.groupBy(lists, ({ declaration }) => declaration.list?.as).values()].flatMap(
    ([first]) => first ?? [],
  );
}

/** The first list with a route for one item, else the first list. Such a route has the list as a relation. */
export function listWithItem({ routes }: Registry): { list?: string | undefined; item?: ListItem } {
  const lists = routes.filter(
    (route) =>
      route.kind === "list" && route.pattern.params.length === 0 && !route.site && isOpen(route),
  );
  for (const { path: list, pattern, declaration } of lists) {
    const item = routes.find(
      (route) =>
        route.kind === "returns" &&
        route.method === "GET" &&
        route.pattern.params.length === 1 &&
        route.relations.some(({ target }) => target === pattern) &&
        isOpen(route),
    );
    const [, path, parameter = ""] = /^(.*)\{(.+)\}$/.exec(item?.path ?? "") ?? [];
    if (path === undefined || declaration.list === undefined) continue;
    const names = fieldNames(declaration.list.of);
    const field = [parameter, "id"].find((name) => names.includes(name));
    if (field !== undefined) return { list, item: { list, as: declaration.list.as, path, field } };
  }
  return { list: lists[0]?.path };
}

function isOpen(route: SealedRoute): boolean {
  return requiredScopes(route) === undefined;
}

/** Whether a call without anything but a credential answers with data. */
function isGuarded(route: SealedRoute): boolean {
  const { kind, method, pattern, site } = route;
  const isRead = method === "GET" && (kind === "list" || kind === "returns");
  return isRead && pattern.params.length === 0 && !site && !isOpen(route);
}

function follow(baseUrl: string, { list, as, path, field }: ListItem): FirstCall["commands"] {
  return {
    curl: `id=$(curl --silent '${baseUrl}${list}?limit=1' | jq --raw-output '.${as}[0].${field}')
curl "${baseUrl}${path}$id"`,
    JavaScript: `const list = await (await fetch("${baseUrl}${list}?limit=1")).json();
const { ${field}: id } = list.${as}[0];
const item = await fetch(\`${baseUrl}${path}\${encodeURIComponent(id)}\`);
console.log(item.status, await item.json());`,
    Python: `import json
from urllib.parse import quote
from urllib.request import urlopen

with urlopen("${baseUrl}${list}?limit=1") as answer:
    id = json.load(answer)["${as}"][0]["${field}"]
with urlopen("${baseUrl}${path}" + quote(id, safe="")) as answer:
    print(answer.status, json.load(answer))`,
  };
}
