/** A resource with all that follows from its declaration, worked out once. */
import type { Schema } from "waymark";
import { parsePath } from "waymark/advanced";
import { inputsOf, type Inputs } from "./input.ts";
import { capitalize, summaries } from "./texts.ts";
import type { ResourceDeclaration, Write } from "./types.ts";

/** A declaration of any type. */
export type AnyDeclaration = Omit<
  ResourceDeclaration<string, string, `/${string}`, Schema, string, string, Write, string>,
  "key" | "computed" | "indexes" | "unique" | "rule"
> & {
  readonly key: string;
  readonly computed?: readonly string[];
  readonly indexes?: readonly string[];
  readonly unique?: readonly (string | readonly string[])[];
  readonly rule?: (call: never, use: never) => unknown;
};

const WRITES: readonly Write[] = ["create", "replace", "patch", "remove"];

export interface Model {
  readonly declaration: AnyDeclaration;
  readonly writes: ReadonlySet<string>;
  readonly clientKeys: boolean;
  readonly computed: readonly string[];
  /** Fields whose values the path fixes. */
  readonly fixed: readonly string[];
  readonly keyParam: string;
  readonly itemPath: string;
  readonly table: string;
  /** Route ids by verb. */
  readonly ids: Readonly<Record<"list" | "get" | Write, string>>;
  readonly summary: Readonly<Record<"list" | "get" | Write, string>>;
  readonly inputs: Inputs;
  /** Codes that writes declare. */
  readonly codes: {
    /** Codes for a value that two resources may not share. */
    readonly unique: readonly string[];
    /** The same, or the same key. */
    readonly conflict: readonly string[];
    readonly rule: readonly string[];
  };
}

/** Throws on a declaration that would not do what it says. */
export function modelOf(declaration: AnyDeclaration): Model {
  const { name, path, of, key, keys, computed = [], unique = [], errors = {}, input } = declaration;
  const { owner, access, rule } = declaration;
  const isOpen = [access?.read, access?.write].some(
    (level) => level === undefined || level === "public",
  );
  if (owner !== undefined && isOpen)
    throw new TypeError(
      `the rows of ${name.many} have an owner, and anonymous callers own none: ask for access to read and to write`,
    );
  const fixed = parsePath(path).params;
  const clientKeys = keys === "client";
  if (owner !== undefined && (clientKeys || unique.length > 0))
    throw new TypeError(
      `the rows of ${name.many} have an owner, and a key or unique value that is taken would show that another owner has it: leave keys: "client" and unique out`,
    );
  const keyParam = `${name.one}${capitalize(key)}`;
  const one = capitalize(name.one);
  const shape = { name: one, of, key, clientKeys, ignored: computed, fixed, input };
  const hasUnique = unique.length > 0;
  const exists = (may: boolean) => (may ? ["resource-exists"] : []);
  return {
    declaration,
    writes: new Set(declaration.writes ?? WRITES),
    clientKeys,
    computed,
    fixed,
    keyParam,
    itemPath: `${path}/{${keyParam}}`,
    table: declaration.table ?? name.many,
    ids: {
      list: `list${capitalize(name.many)}`,
      get: `get${one}`,
      create: `create${one}`,
      replace: `replace${one}`,
      patch: `patch${one}`,
      remove: `remove${one}`,
    },
    summary: { ...summaries(name), ...declaration.summary },
    inputs: inputsOf(shape),
    codes: {
      unique: exists(hasUnique),
      conflict: exists(hasUnique || clientKeys),
      rule: rule === undefined ? [] : Object.keys(errors),
    },
  };
}
