/** A few calls to start with, chosen from the routes that are on. */
import { fieldNames, type Registry, type SealedRoute } from "waymark";
import { COMMANDS, type CommandName } from "./shared/commands.ts";
import type { Messages } from "./messages.ts";

export interface FirstCall {
  readonly title: string;
  readonly text: string;
  readonly commands: Readonly<Record<CommandName, string>>;
}

/** The root, a list, and one item of the list, as far as they exist. */
export function firstCalls(registry: Registry, messages: Messages): readonly FirstCall[] {
  const { baseUrl } = registry;
  const root = registry.href("root.showRoot");
  const [list, item] = listWithItem(registry);
  return [
    ...(root === undefined
      ? []
      : [{ title: messages.callRoot, text: messages.callRootText, commands: read(root, baseUrl) }]),
    ...(list === undefined
      ? []
      : [
          {
            title: messages.callList,
            text: messages.callListText(list.path),
            commands: read(`${list.path}?limit=1`, baseUrl),
          },
        ]),
    ...(list?.declaration.list === undefined || item === undefined
      ? []
      : [
          {
            title: messages.callItem,
            text: messages.callItemText,
            commands: follow(baseUrl, list.path, list.declaration.list.as, item),
          },
        ]),
  ];
}

interface Item {
  /** Path up to the parameter. */
  readonly path: string;
  /** Field of the list's items that fills it. */
  readonly field: string;
}

/** The first list with a route for one item, else the first list. Such a route has the list as a relation. */
function listWithItem({ routes }: Registry): [list?: SealedRoute, item?: Item] {
  const lists = routes.filter(
    ({ kind, pattern, site }) => kind === "list" && pattern.params.length === 0 && !site,
  );
  for (const list of lists) {
    const item = routes.find(
      ({ kind, method, pattern, relations }) =>
        kind === "returns" &&
        method === "GET" &&
        pattern.params.length === 1 &&
        relations.some(({ target }) => target === list.pattern),
    );
    const parameter = item?.pattern.params[0];
    if (item === undefined || parameter === undefined || list.declaration.list === undefined)
      continue;
    const prefix = item.path.slice(0, item.path.indexOf(`{${parameter}}`));
    const names = fieldNames(list.declaration.list.of);
    const field = [parameter, "id"].find((name) => names.includes(name));
    if (field !== undefined && item.path.endsWith(`{${parameter}}`))
      return [list, { path: prefix, field }];
  }
  return lists.slice(0, 1) as [SealedRoute?];
}

function read(target: string, baseUrl: string): FirstCall["commands"] {
  const call = { method: "GET", target, headers: [] };
  return {
    curl: COMMANDS.curl(call, baseUrl),
    fetch: COMMANDS.fetch(call, baseUrl),
    python: COMMANDS.python(call, baseUrl),
  };
}

function follow(
  baseUrl: string,
  list: string,
  as: string,
  { path, field }: Item,
): FirstCall["commands"] {
  return {
    curl: `id=$(curl --silent '${baseUrl}${list}?limit=1' | jq --raw-output '.${as}[0].${field}')
curl "${baseUrl}${path}$id"`,
    fetch: `const list = await (await fetch("${baseUrl}${list}?limit=1")).json();
const { ${field}: id } = list.${as}[0];
const item = await fetch(\`${baseUrl}${path}\${encodeURIComponent(id)}\`);
console.log(item.status, await item.json());`,
    python: `import json
from urllib.parse import quote
from urllib.request import urlopen

with urlopen("${baseUrl}${list}?limit=1") as answer:
    id = json.load(answer)["${as}"][0]["${field}"]
with urlopen("${baseUrl}${path}" + quote(id, safe="")) as answer:
    print(answer.status, json.load(answer))`,
  };
}
