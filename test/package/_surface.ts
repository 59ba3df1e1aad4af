/** Reads what the doors of the package export from the source: no name is known here. */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseAst } from "vitest/node";

const root = join(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string>>;
};

/** A name that a door exports. */
export interface PublicName {
  /** Name for importers, after `type ` if it is a type. Names of both, such as tokens of services, count as values. */
  readonly name: string;
  /** File and line of its definition. */
  readonly at: string;
  /** True if a doc comment stands before one of its definitions. */
  readonly documented: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

interface Module {
  readonly path: string;
  readonly text: string;
  readonly body: readonly Node[];
}

/** Sorted exports of the module at `path`, relative to the root of the repository. */
export function publicNames(path: string): readonly PublicName[] {
  const module = parse(join(root, path));
  const names = new Map<string, PublicName>();
  for (const statement of module.body) {
    for (const exported of exportsOf(statement)) {
      const found = define(module, exported.local, exported.from);
      const name = found.isType || exported.isType ? `type ${exported.name}` : exported.name;
      names.set(exported.name, { name, at: found.at, documented: found.documented });
    }
  }
  return names.values().toArray().toSorted(byName);
}

function byName(a: PublicName, b: PublicName): number {
  return a.name.replace("type ", "") < b.name.replace("type ", "") ? -1 : 1;
}

interface Exported {
  /** Name for importers. */
  readonly name: string;
  /** Name in the defining module. */
  readonly local: string;
  /** The module that it comes from, as this one names it. */
  readonly from?: string;
  readonly isType?: boolean;
}

function exportsOf(statement: Node): readonly Exported[] {
  if (statement.type === "ExportAllDeclaration") throw new Error("a door names what it exports");
  if (statement.type === "ExportDefaultDeclaration") {
    const { name } = statement["declaration"] as { readonly name?: string };
    return [{ name: "default", local: name ?? "default" }];
  }
  if (statement.type !== "ExportNamedDeclaration") return [];
  const source = statement["source"] as { readonly value: string } | null;
  const named = (statement["specifiers"] as readonly Node[]).map((specifier) => ({
    name: idOf(specifier["exported"]),
    local: idOf(specifier["local"]),
    ...(source === null ? {} : { from: source.value }),
    isType: statement["exportKind"] === "type" || specifier["exportKind"] === "type",
  }));
  return [...named, ...declaredBy(statement).map((name) => ({ name, local: name }))];
}

/** Follows a name to where it is declared. */
function define(
  module: Module,
  name: string,
  from: string | undefined,
): { readonly at: string; readonly documented: boolean; readonly isType: boolean } {
  if (from !== undefined) {
    const door = from.replace(/^waymark(?=\/|$)/, ".");
    const path = from.startsWith("waymark")
      ? join(root, exports[door] ?? "")
      : join(dirname(module.path), from);
    return define(parse(path), name, undefined);
  }
  const definitions = module.body.filter((statement) => declaredBy(statement).includes(name));
  const [first] = definitions;
  if (first === undefined) {
    const through = module.body.flatMap(exportsOf).find((exported) => exported.name === name);
    if (through?.from === undefined) throw new Error(`${module.path} does not define ${name}`);
    return define(module, through.local, through.from);
  }
  const line = module.text.slice(0, first.start).split("\n").length;
  return {
    at: `${relative(root, module.path).replaceAll("\\", "/")}:${line}`,
    documented: definitions.some(({ start }) => isDocumented(module.text.slice(0, start))),
    isType: definitions.every((statement) =>
      /^TS(?:Interface|TypeAlias)/.test(innerOf(statement).type),
    ),
  };
}

/** Checks that a text ends in a doc comment, or in line comments after one. An empty line makes it the file's own. */
function isDocumented(before: string): boolean {
  const start = before.lastIndexOf("/**");
  return start >= 0 && /^\/\*\*(?:(?!\*\/)[^])*\*\/\n(?:\/\/.*\n)*$/.test(before.slice(start));
}

/** The names that a statement declares, exported or not. */
function declaredBy(statement: Node): readonly string[] {
  const inner = innerOf(statement);
  const declarations = inner["declarations"] as readonly Node[] | undefined;
  if (declarations !== undefined) return declarations.map(({ id }) => idOf(id));
  return inner["id"] === undefined || inner["id"] === null ? [] : [idOf(inner["id"])];
}

function innerOf(statement: Node): Node {
  return (statement["declaration"] as Node | null | undefined) ?? statement;
}

function idOf(identifier: unknown): string {
  return (identifier as { readonly name: string }).name;
}

function parse(path: string): Module {
  const text = readFileSync(path, "utf8");
  return {
    path,
    text,
    body: parseAst(text, { lang: "ts" }, path).body as readonly unknown[] as readonly Node[],
  };
}
