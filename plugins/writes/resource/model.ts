/** A resource with all that follows from its declaration, worked out once. */
import type { Principal, Schema } from "waymark";
import { parsePath, publishReferences } from "waymark/advanced";
import type { TableReference } from "waymark/services";
import { z } from "zod";
import { FileColumn, fileFieldOf, FileLink, type FileField } from "./file-field.ts";
import { inputsOf, type Inputs } from "./input.ts";
import { capitalize, kebab, summaries } from "./texts.ts";
import { visibleShape, writeOnlyOf } from "./visibility.ts";
import type { ResourceDeclaration, Write } from "./declaration.ts";

/** A declaration of any type. */
export type AnyDeclaration = Omit<
  ResourceDeclaration<string, string, `/${string}`, Schema, string, string, Write, string>,
  | "key"
  | "computed"
  | "indexes"
  | "unique"
  | "references"
  | "writeOnly"
  | "readableBy"
  | "rule"
  | "afterWrite"
  | "afterCommit"
  | "actions"
> & {
  readonly key: string;
  readonly computed?: readonly string[];
  readonly indexes?: readonly string[];
  readonly unique?: readonly (string | readonly string[])[];
  readonly references?: Readonly<Record<string, TableReference | undefined>>;
  readonly writeOnly?: readonly string[];
  readonly readableBy?: Readonly<Record<string, string | undefined>>;
  readonly rule?: AnyRule;
  readonly afterWrite?: AnyRule;
  readonly afterCommit?: AnyRule;
  readonly actions?: Readonly<Record<string, AnyAction>>;
};

export type AnyRule = (call: never, use: never) => unknown;

/** An action of any type. */
export interface AnyAction {
  readonly summary: string;
  readonly description?: string;
  readonly from?: Readonly<Record<string, readonly unknown[] | undefined>>;
  readonly set?:
    | object
    | ((row: object, call: { readonly principal: Principal | undefined }) => object);
  readonly rule?: AnyRule;
}

export const WRITES = ["create", "replace", "patch", "remove"] as const satisfies Write[];

export interface Model {
  readonly declaration: AnyDeclaration;
  readonly writes: ReadonlySet<string>;
  readonly clientKeys: boolean;
  readonly computed: readonly string[];
  readonly references: Readonly<Record<string, TableReference>>;
  /** Fields whose values the path fixes. */
  readonly fixed: readonly string[];
  readonly keyParam: string;
  readonly itemPath: string;
  readonly table: string;
  /** Route ids by verb. */
  readonly ids: Readonly<Record<"list" | "get" | Write, string>>;
  readonly summary: Readonly<Record<"list" | "get" | Write, string>>;
  readonly inputs: Inputs;
  /** Fields that stand for files, by name. */
  readonly files: Readonly<Record<string, FileField>>;
  /** Shape of the row without its owner. */
  readonly stored: Schema;
  /** Shape of the resource as clients see it. */
  readonly shown: Schema;
  /** Codes that writes declare. */
  readonly codes: {
    /** Codes for a value that two resources may not share. */
    readonly unique: readonly string[];
    /** The same, or the same key. */
    readonly conflict: readonly string[];
    readonly rule: readonly string[];
    /** Code for a state in which an action may not begin, if one has such states. */
    readonly state: readonly string[];
  };
}

/** Returns the id of an action's route. */
export function actionId(action: string, { one }: AnyDeclaration["name"]): string {
  return `${action}${capitalize(one)}`;
}

/** Returns the ids of routes by verb. */
export function idsOf(name: AnyDeclaration["name"]): Model["ids"] {
  const one = capitalize(name.one);
  return {
    list: `list${capitalize(name.many)}`,
    get: `get${one}`,
    create: `create${one}`,
    replace: `replace${one}`,
    patch: `patch${one}`,
    remove: `remove${one}`,
  };
}

/** Works out a declaration that fits. */
export function modelOf(given: AnyDeclaration): Model {
  const writeOnly = writeOnlyOf(given);
  const declaration = writeOnly.length === 0 ? given : { ...given, writeOnly };
  const { name, path, of, key, keys, unique = [], errors = {}, input, fields = {} } = declaration;
  const files = Object.keys(fields);
  const computed = [...(declaration.computed ?? []), ...files];
  const { rule, afterWrite, actions = {} } = declaration;
  const some = Object.values(actions);
  const refusing = [rule, afterWrite, ...some.map((action) => action.rule)];
  const fixed = parsePath(path).params;
  const clientKeys = keys === "client";
  const keyParam = `${name.one}${capitalize(key)}`;
  const one = capitalize(name.one);
  const references = Object.entries(declaration.references ?? {}).flatMap(([field, reference]) =>
    reference === undefined ? [] : [[field, reference] as const],
  );
  const targets = references.map(([field, { to }]) => [field, to] as const);
  publishReferences(of, Object.fromEntries(targets));
  const shown = withFields(visibleShape(declaration), files, FileLink);
  publishReferences(shown, Object.fromEntries(targets));
  const leavable = [...writeOnly, ...Object.keys(declaration.readableBy ?? {})];
  const shape = {
    name: one,
    of,
    key,
    clientKeys,
    ignored: computed,
    fixed,
    input,
    targets,
    writeOnly,
    leavable,
  };
  const hasUnique = unique.length > 0;
  const exists = (may: boolean) => (may ? ["resource-exists"] : []);
  return {
    declaration,
    writes: new Set(declaration.writes ?? WRITES),
    clientKeys,
    computed,
    references: Object.fromEntries(references),
    fixed,
    keyParam,
    itemPath: `${path}/{${keyParam}}`,
    table: declaration.table ?? name.many,
    ids: idsOf(name),
    summary: { ...summaries(name), ...declaration.summary },
    inputs: withMembers(inputsOf(shape), files),
    files: Object.fromEntries(
      Object.entries(fields).map(([field, declared]) => [field, fileFieldOf(declared)]),
    ),
    stored: withFields(of, files, FileColumn),
    shown,
    codes: {
      unique: exists(hasUnique),
      conflict: exists(hasUnique || clientKeys),
      rule: refusing.some(Boolean) ? Object.keys(errors) : [],
      state: some.some(({ from }) => from !== undefined) ? [`${kebab(name.one)}-state`] : [],
    },
  };
}

/** The same shapes, for resources that have further members. */
function withMembers(inputs: Inputs, names: readonly string[]): Inputs {
  const { members } = inputs;
  return members === undefined ? inputs : { ...inputs, members: new Set([...members, ...names]) };
}

/** The same shape with a field for each file; the schema itself without any. */
function withFields(of: Schema, names: readonly string[], field: z.ZodType): Schema {
  if (names.length === 0 || !(of instanceof z.ZodObject)) return of;
  return of.extend(Object.fromEntries(names.map((name) => [name, field.optional()])));
}
