/** Finds the place at which the text of the variables stops being JSON. The messages of JSON.parse differ by browser, and often name no place. */

type State = "value" | "value or ]" | "name" | "name or }" | ":" | "end";

const TOKEN =
  /\s*(?:(?<mark>[{}[\],:])|(?<string>"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<scalar>(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])))/uy;

/** The index at which JSON ends too early, or goes on with a character that it does not allow; undefined for JSON. */
export function jsonErrorAt(text: string): number | undefined {
  const open: string[] = [];
  let state: State = "value";
  let at = 0;
  for (;;) {
    const start = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    if (start === text.length) break;
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    const next: State | undefined = groups && follow(state, groups, open);
    if (next === undefined) return start;
    state = next;
    at = TOKEN.lastIndex;
  }
  return state === "end" && open.length === 0 ? undefined : text.length;
}

/** The state after a token; undefined where the token may not stand. */
function follow(
  state: State,
  { mark, string }: Readonly<Record<string, string | undefined>>,
  open: string[],
): State | undefined {
  const inside = open.at(-1);
  if (state === ":") return mark === ":" ? "value" : undefined;
  if (mark === (inside === "{" ? "}" : "]") && /or|end/.test(state) && inside !== undefined) {
    open.pop();
    return "end";
  }
  if (state === "end") {
    if (mark !== "," || inside === undefined) return undefined;
    return inside === "{" ? "name" : "value";
  }
  if (state.startsWith("name")) return string === undefined ? undefined : ":";
  if (mark === "{" || mark === "[") {
    open.push(mark);
    return mark === "{" ? "name or }" : "value or ]";
  }
  return mark === undefined ? "end" : undefined;
}
