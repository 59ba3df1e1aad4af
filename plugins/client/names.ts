/** Names of the methods of a client: short where the group makes them clear. */

/** Verbs that stand alone when the rest of a route's id is the group: `offices.listOffices` is `offices.list`. */
const VERB = /^(list|get|create|replace|patch|remove)([A-Z].*)$/;

/** Members that would make a promise of an object, or that every object has. */
const TAKEN = ["then", "constructor", "toString", "valueOf", "__proto__"];

/** A route's place in the client. */
export interface Place {
  readonly group: string;
  readonly method: string;
}

/** Returns the place of each route by its ref. A route keeps its place when others are added after it. */
export function placesOf(
  routes: readonly { readonly ref: string; readonly plugin: string; readonly id: string }[],
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const groups = new Set(TAKEN);
  for (const [plugin, own] of Map.groupBy(routes, (route) => route.plugin)) {
    const group = freeName(camel(plugin), groups);
    const ids = new Set(own.map(({ id }) => id));
    const methods = new Set(TAKEN);
    for (const { ref, id } of own) {
      const short = shortName(id, plugin);
      const isShort = !ids.has(short) && !methods.has(short);
      places.set(ref, { group, method: freeName(isShort ? short : id, methods) });
    }
  }
  return places;
}

/** Returns a name that is not taken, and takes it. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}${count}`;
  taken.add(free);
  return free;
}

/** Returns a name as a member is written. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function shortName(id: string, plugin: string): string {
  const [, verb, rest = ""] = VERB.exec(id) ?? [];
  const thing = wordsOf(rest);
  const isThing = wordsOf(plugin).slice(-thing.length).join(" ") === thing.join(" ");
  return verb !== undefined && thing.length > 0 && isThing ? verb : id;
}

/** Returns the words of a name in lower case, the last one in the singular. */
function wordsOf(name: string): readonly string[] {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== "");
  const singular = (word: string) =>
    word.replace(/ies$/, "y").replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, "");
  return words.map((word, index) =>
    index === words.length - 1 ? singular(word.toLowerCase()) : word.toLowerCase(),
  );
}

function camel(name: string): string {
  const text = name.replaceAll(/[^A-Za-z0-9]+([A-Za-z0-9]?)/g, (_, next: string) =>
    next.toUpperCase(),
  );
  return text.charAt(0).toLowerCase() + text.slice(1);
}
