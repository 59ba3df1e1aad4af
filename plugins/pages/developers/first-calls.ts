/** A few calls to start with, chosen from the routes that are on. */
import { fieldNames, type Registry } from "waymark";
import { COMMANDS } from "./shared/commands.ts";
import type { Messages } from "./messages.ts";

interface FirstCall {
  readonly title: string;
  readonly text: string;
  readonly commands: Readonly<Record<keyof typeof COMMANDS, string>>;
}

/** The root, a list, and one item of the list, as far as they exist. */
export function firstCalls(registry: Registry, messages: Messages): readonly FirstCall[] {
  const { baseUrl } = registry;
  const read = (target: string): FirstCall["commands"] => {
    const call = { method: "GET", target, headers: [] };
    return {
      curl: COMMANDS.curl(call, baseUrl),
      JavaScript: COMMANDS.JavaScript(call, baseUrl),
      Python: COMMANDS.Python(call, baseUrl),
    };
  };
  const { callRoot, callRootText, callList, callListText, callItem, callItemText } = messages;
  const root = registry.href("root.showRoot");
  const { list, item } = listWithItem(registry);
  const calls: FirstCall[] = [];
  if (root !== undefined) calls.push({ title: callRoot, text: callRootText, commands: read(root) });
  if (list !== undefined)
    calls.push({ title: callList, text: callListText(list), commands: read(`${list}?limit=1`) });
  if (item !== undefined)
    calls.push({ title: callItem, text: callItemText, commands: follow(baseUrl, item) });
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

/** The first list with a route for one item, else the first list. Such a route has the list as a relation. */
function listWithItem({ routes }: Registry): { list?: string | undefined; item?: ListItem } {
  const lists = routes.filter(
    ({ kind, pattern, site }) => kind === "list" && pattern.params.length === 0 && !site,
  );
  for (const { path: list, pattern, declaration } of lists) {
    const item = routes.find(
      ({ kind, method, pattern: { params }, relations }) =>
        kind === "returns" &&
        method === "GET" &&
        params.length === 1 &&
        relations.some(({ target }) => target === pattern),
    );
    const [, path, parameter = ""] = /^(.*)\{(.+)\}$/.exec(item?.path ?? "") ?? [];
    if (path === undefined || declaration.list === undefined) continue;
    const names = fieldNames(declaration.list.of);
    const field = [parameter, "id"].find((name) => names.includes(name));
    if (field !== undefined) return { list, item: { list, as: declaration.list.as, path, field } };
  }
  return { list: lists[0]?.path };
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
