/**
 * Schemas: what a payload schema must be able to do, and its one conversion to JSON Schema 2020-12.
 *
 * A schema is anything that is both Standard Schema V1 and Standard JSON Schema V1 (https://standardschema.dev); no
 * schema library is imported here. zod is named where its output needs repair; every repair is harmless for others.
 */

/** A value that JSON can carry (RFC 8259). */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/**
 * A JSON Schema 2020-12 object. `true` and `false` stand only where they say something about unnamed members; elsewhere
 * they are spelled `{}` and `{ not: {} }`.
 */
export type JsonSchema = {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly $comment?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly unevaluatedProperties?: JsonSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly unevaluatedItems?: JsonSchema | boolean;
  readonly contains?: JsonSchema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  /** Extensions: allowed by 2020-12 and by every OpenAPI version. */
  readonly [extension: `x-${string}`]: unknown;
};

/** One failure of a validation; `path` leads to the value, from the outside in. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type SchemaResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface ConverterOptions {
  readonly target: "draft-2020-12";
  /** Understood by one vendor only; the standard asks the others to ignore it. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** Validates and describes itself: `I` is what it accepts, `O` what comes out (with defaults filled in). */
export interface Schema<I = unknown, O = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<O> | Promise<SchemaResult<O>>;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
    readonly jsonSchema: {
      readonly input: (options: ConverterOptions) => Record<string, unknown>;
      readonly output: (options: ConverterOptions) => Record<string, unknown>;
    };
  };
}

export type OutputOf<S extends Schema> = NonNullable<S["~standard"]["types"]>["output"];
export type InputOf<S extends Schema> = NonNullable<S["~standard"]["types"]>["input"];

/** Functions count: ArkType's schemas are callable. */
export function isSchema(value: unknown): value is Schema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard: unknown = Reflect.get(value, "~standard");
  if (!isRecord(standard) || typeof standard["validate"] !== "function") return false;
  const converter = standard["jsonSchema"];
  return (
    isRecord(converter) &&
    typeof converter["input"] === "function" &&
    typeof converter["output"] === "function"
  );
}

/** A schema that JSON Schema cannot express. The message says what was received and, as `hint` does, what to use. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(`${message}: ${hint}`, options);
    this.hint = hint;
  }
}

/** A schema as JSON Schema 2020-12. All of it is frozen: it is shared by every document of a revision. */
export interface Converted {
  /** The schema itself, never a bare `$ref`; its references have the form `#/$defs/Name`. */
  readonly root: JsonSchema;
  /**
   * Every schema that `root` refers to, directly or not. Names hold letters, digits, `.`, `_` and `-`. A recursive type
   * without a name gets its parent's name + field; a consumer that pools definitions must compare those of one name.
   */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** The name the author gave the root (zod: `.meta({ id })`). */
  readonly id?: string;
}

type Direction = "input" | "output";
const memo = { input: new WeakMap<Schema, Converted>(), output: new WeakMap<Schema, Converted>() };

/**
 * What the schema's output looks like: keys with a default are required; an object is closed only if its author closed
 * it. Converted once per schema object. Throws {@link SchemaError}.
 */
export function toJsonSchema(schema: Schema): Converted {
  return remembered(schema, "output");
}

/** What the schema accepts: keys with a default are optional. Used for query, body and options. Else as {@link toJsonSchema}. */
export function toInputJsonSchema(schema: Schema): Converted {
  return remembered(schema, "input");
}

function remembered(schema: Schema, direction: Direction): Converted {
  const known = memo[direction].get(schema);
  if (known !== undefined) return known;
  const converted = convert(schema, direction);
  deepFreeze(converted);
  memo[direction].set(schema, converted);
  return converted;
}

/** A top-level field that holds one JSON value which SQL can compare and a query string can carry. */
export interface ScalarField {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly format?: string;
  /** The allowed values, without null. */
  readonly enum?: readonly (string | number)[];
  readonly nullable: boolean;
  readonly required: boolean;
}

/** The scalar top-level fields of an object schema's output, in its order; empty when it is not an object. */
export function scalarFields(schema: Schema): Readonly<Record<string, ScalarField>> {
  const { root, definitions } = toJsonSchema(schema);
  const found: [string, ScalarField][] = [];
  for (const [name, field] of fieldsOf(root, definitions)) {
    const scalar = readScalar(name, field, definitions);
    if (scalar !== undefined) found.push([name, scalar]);
  }
  return Object.fromEntries(found);
}

/** All top-level fields of the output: those of every member of an intersection and every branch of a union. */
export function fieldNames(schema: Schema): readonly string[] {
  const { root, definitions } = toJsonSchema(schema);
  return [...fieldsOf(root, definitions).keys()];
}

/** The top-level fields that every output has. */
export function requiredNames(schema: Schema): readonly string[] {
  const { root, definitions } = toJsonSchema(schema);
  return [...fieldsOf(root, definitions)]
    .filter(([, field]) => field.required)
    .map(([name]) => name);
}

const IN_MAP = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
const IN_LIST = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const ALONE = new Set(["propertyNames", "contains", "not", "if", "then", "else", "contentSchema"]);
const ALONE_OR_BOOLEAN = new Set([
  "items",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/**
 * A copy of `node` with each direct subschema replaced by what `visit` returns for it. `key` is its name or index under
 * `keyword`, when it has one. Tells keywords from fields of the same name, so a field called `$ref` or `items` is safe.
 */
export function mapSubschemas(
  node: JsonSchema,
  visit: (child: JsonSchema, keyword: string, key?: string | number) => JsonSchema,
): JsonSchema {
  const spell = (child: unknown) =>
    typeof child === "boolean" ? (child ? {} : { not: {} }) : asSchema(child);
  const replace = (keyword: string, value: unknown): unknown => {
    if (IN_MAP.has(keyword) && isRecord(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, child]) => [key, visit(spell(child), keyword, key)]),
      );
    }
    if (IN_LIST.has(keyword) && Array.isArray(value)) {
      return value.map((child, index) => visit(spell(child), keyword, index));
    }
    if (ALONE.has(keyword)) return visit(spell(value), keyword);
    if (ALONE_OR_BOOLEAN.has(keyword) && typeof value !== "boolean")
      return visit(asSchema(value), keyword);
    return value;
  };
  return asSchema(
    Object.fromEntries(
      Object.entries(node).map(([keyword, value]) => [keyword, replace(keyword, value)]),
    ),
  );
}

/**
 * An object whose keys are an enum (zod: `z.record(z.enum([…]), …)`), spelled as a closed object with those keys:
 * OpenAPI 3.0 has no `propertyNames`, and strict validators want required keys to be among the properties.
 * A reference to the enum is looked up in `source`; one that is not there leaves the schema as it is.
 */
export function spellKeys(node: JsonSchema, source: JsonSchema = {}): JsonSchema {
  const { propertyNames, additionalProperties = {}, properties = {}, ...rest } = node;
  if (propertyNames === undefined || node.patternProperties !== undefined) return node;
  const reachable = propertyNames.$ref === undefined || source.$defs !== undefined;
  const keys = reachable ? flatten(propertyNames, source) : propertyNames;
  const {
    enum: listed,
    const: fixed,
    type = "string",
    title: _,
    description: __,
    ...others
  } = keys;
  const names = listed ?? (fixed === undefined ? undefined : [fixed]);
  const alone =
    type === "string" &&
    Object.keys(others).length === 0 &&
    (listed === undefined || fixed === undefined);
  if (names === undefined || !alone) return node; // further limits would be lost
  const spelled: [string, JsonSchema][] = [];
  for (const name of names) {
    if (typeof name !== "string") continue; // a property name is a string
    if (Object.hasOwn(properties, name)) spelled.push([name, properties[name] ?? {}]);
    else if (additionalProperties !== false)
      spelled.push([name, additionalProperties === true ? {} : additionalProperties]);
  }
  return { ...rest, properties: Object.fromEntries(spelled), additionalProperties: false };
}

function convert(schema: Schema, direction: Direction): Converted {
  const source = ask(schema, direction);
  const twin = direction === "input" ? source : askTwin(schema);
  return new Conversion(source, twin).run();
}

/**
 * One conversion. Beside each node of the source walks its twin, the same node in the input direction, because zod's
 * output direction closes every plain object: only where the twin is closed as well did the author close it. Where the
 * two directions differ in shape (behind a pipe) nothing is known, and the object stays open.
 */
class Conversion {
  readonly #source: JsonSchema;
  readonly #twin: JsonSchema;
  /** Name in the source (`#` for the root) to public name. */
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, JsonSchema>();

  constructor(source: JsonSchema, twin: JsonSchema) {
    this.#source = source;
    this.#twin = twin;
  }

  run(): Converted {
    // zod 4.6.7: a named root comes as `{ $ref, $defs }`, without a type of its own.
    const named = this.#source.$ref === undefined ? undefined : definitionName(this.#source.$ref);
    const body =
      named === undefined || named === "#" ? this.#source : flatten(this.#source, this.#source);
    const root = this.#repair(body, this.#twin, [named ?? toName([this.#source.title ?? ""])]);
    const bare = Object.keys(this.#source).every(
      (key) => key === "$ref" || key === "$defs" || key === "$schema",
    );
    return {
      root,
      definitions: Object.fromEntries(this.#definitions),
      ...(named !== undefined && named !== "#" && bare ? { id: checkName(named) } : {}),
    };
  }

  #repair(node: JsonSchema, twin: JsonSchema | undefined, path: readonly string[]): JsonSchema {
    const pair = twin === undefined ? undefined : spellKeys(flatten(twin, this.#twin), this.#twin);
    if (pair !== undefined) this.#refuseEmptyIntersection(pair, path);
    const repaired = mapSubschemas(tidy(spellKeys(node, this.#source)), (child, keyword, key) =>
      this.#repair(
        child,
        subschema(pair, keyword, key),
        keyword === "properties" ? [...path, String(key)] : path,
      ),
    );
    const { additionalProperties, $ref, ...rest } = repaired;
    const open =
      additionalProperties === undefined ||
      (additionalProperties === false && pair?.additionalProperties !== false);
    return {
      ...($ref === undefined ? {} : { $ref: this.#refer($ref, pair, path) }),
      ...rest,
      ...(open ? {} : { additionalProperties }),
    };
  }

  /** Hoists what `ref` names, on first sight, and returns the reference to it. */
  #refer(ref: string, twin: JsonSchema | undefined, path: readonly string[]): string {
    const key = definitionName(ref);
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#nameFor(key, path);
      this.#names.set(key, name);
      this.#definitions.set(name, {}); // holds the place, so that the order is that of first use
      const body = key === "#" ? this.#source : lookup(this.#source, key);
      this.#definitions.set(name, this.#repair(body, twin ?? this.#twin.$defs?.[key], [name]));
    }
    return `#/$defs/${name}`;
  }

  /** zod names a recursive type without an id `__schema0`, counted anew in each conversion: useless to the public. */
  #nameFor(key: string, path: readonly string[]): string {
    if (key !== "#" && !/^__schema\d+$/.test(key)) return checkName(key);
    const base = toName(key === "#" ? [this.#source.title ?? ""] : path);
    let name = base;
    const taken = () =>
      this.#definitions.has(name) || Object.hasOwn(this.#source.$defs ?? {}, name);
    for (let count = 2; taken(); count++) name = `${base}${count}`;
    return name;
  }

  /**
   * A closed member of `allOf` knows only its own fields, so beside a member with others it accepts nothing, while zod
   * pools the fields. Loosening it would hide that the author wanted it closed, hence the refusal.
   */
  #refuseEmptyIntersection(node: JsonSchema, path: readonly string[]): void {
    const members = (node.allOf ?? []).map((member) => flatten(member, this.#twin));
    const fields = new Set(members.flatMap((member) => Object.keys(member.properties ?? {})));
    for (const member of members) {
      if (member.additionalProperties !== false) continue;
      const other = [...fields].find((name) => !Object.hasOwn(member.properties ?? {}, name));
      if (other === undefined) continue;
      throw new SchemaError(
        `an intersection in ${path.join(".")} has a closed member without the field ${JSON.stringify(other)}`,
        "extend one object by the other's fields, or leave both open",
      );
    }
  }
}

/** The source of one direction. For zod, all unrepresentable parts are collected with their paths and thrown as one. */
function ask(schema: Schema, direction: Direction): JsonSchema {
  const { vendor, jsonSchema } = schema["~standard"];
  const faults: string[] = [];
  const hints = new Set<string>();
  const unrepresentable = ({
    path,
    message,
  }: {
    path: readonly (string | number)[];
    message: string;
  }) => {
    faults.push(`${message} (${readable(path)})`);
    hints.add(hintFor(message));
    return "any"; // carry on, so that one run finds them all
  };
  let source: Record<string, unknown>;
  try {
    source = jsonSchema[direction]({
      target: "draft-2020-12",
      ...(vendor === "zod" ? { libraryOptions: { unrepresentable } } : {}),
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new SchemaError(
      `a schema of ${vendor} cannot become JSON Schema: ${message}`,
      hintFor(message),
      { cause },
    );
  }
  if (faults.length > 0) throw new SchemaError(faults.join("; "), [...hints].join("; "));
  return asSchema(source);
}

/** The input direction, only to learn which objects are closed: what it cannot say is no fault. */
function askTwin(schema: Schema): JsonSchema {
  const { vendor, jsonSchema } = schema["~standard"];
  try {
    const libraryOptions = vendor === "zod" ? { libraryOptions: { unrepresentable: "any" } } : {};
    return asSchema(jsonSchema.input({ target: "draft-2020-12", ...libraryOptions }));
  } catch {
    return {};
  }
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /\bduplicate schema id\b/i,
    "give each schema its own id, or use one schema object in both places",
  ],
  [/\bdate\b/i, "for a Date use a string with format date-time (zod: z.iso.datetime())"],
  [/\bbigint/i, "for a bigint use an integer or a string of digits (zod: z.int())"],
  [
    /\btransform/i,
    "end a transform in a JSON type (zod: .pipe(z.string())), or transform in the handler",
  ],
  [/\bmap\b/i, "for a Map use an object with free keys (zod: z.record())"],
  [/\bset\b/i, "for a Set use an array (zod: z.array())"],
  [/\b(undefined|void)\b/i, "for an absent value make the key optional (zod: .optional())"],
  [/\bcustom\b/i, "for a custom type use a JSON type with a check (zod: z.string().refine())"],
];

function hintFor(message: string): string {
  return HINTS.find(([pattern]) => pattern.test(message))?.[1] ?? "use a type that JSON can carry";
}

/** `["properties", "a", "items"]` as `a[]`. */
function readable(path: readonly (string | number)[]): string {
  let text = "";
  for (let index = 0; index < path.length; index++) {
    if (path[index] === "properties") text += `.${path[++index]}`;
    else text += path[index] === "items" ? "[]" : `.${path[index]}`;
  }
  return text === "" ? "the schema itself" : `at ${text.replace(/^\./, "")}`;
}

function definitionName(ref: string): string {
  if (ref === "#") return ref;
  if (ref.startsWith("#/$defs/")) return ref.slice(8).replaceAll("~1", "/").replaceAll("~0", "~");
  throw new SchemaError(
    `a reference to ${JSON.stringify(ref)}`,
    "refer to definitions of the same schema only",
  );
}

/** Names become OpenAPI component keys and URL segments. */
function checkName(name: string): string {
  if (/^[A-Za-z][\w.-]*$/.test(name)) return name;
  throw new SchemaError(
    `the schema name ${JSON.stringify(name)}`,
    "a name starts with a letter and holds only letters, digits, '.', '_' and '-'",
  );
}

/** Path segments in upper camel case: `["Tree", "sub-trees"]` is `TreeSubTrees`. A nameless root is `Recursive`. */
function toName(path: readonly string[]): string {
  const words = path
    .flatMap((segment) => segment.split(/[^A-Za-z0-9]+/))
    .filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Recursive${name}`;
}

function lookup(source: JsonSchema, name: string): JsonSchema {
  const found = Object.hasOwn(source.$defs ?? {}, name) ? source.$defs?.[name] : undefined;
  if (found !== undefined) return found;
  throw new SchemaError(
    `a reference to ${JSON.stringify(name)}, which is not defined`,
    "define it, or drop the reference",
  );
}

/** `node` with the schema it refers to written out; keywords beside the `$ref` win. A root's own `#` stays as it is. */
export function flatten(node: JsonSchema, source: JsonSchema): JsonSchema {
  let flat = node;
  const seen = new Set<string>();
  while (flat.$ref !== undefined) {
    const { $ref, $defs: _, ...beside } = flat;
    if (seen.has($ref))
      throw new SchemaError(
        `a schema that is nothing but a reference to itself, ${$ref}`,
        "define it",
      );
    seen.add($ref);
    const name = definitionName($ref);
    flat = { ...(name === "#" ? source : lookup(source, name)), ...beside };
  }
  return flat;
}

function subschema(
  node: JsonSchema | undefined,
  keyword: string,
  key?: string | number,
): JsonSchema | undefined {
  const held: unknown = node === undefined ? undefined : Reflect.get(node, keyword);
  if (key === undefined) return isRecord(held) ? asSchema(held) : undefined;
  if (typeof held !== "object" || held === null || !Object.hasOwn(held, key)) return undefined;
  const child: unknown = Reflect.get(held, key);
  return isRecord(child) ? asSchema(child) : undefined;
}

/** Keywords that belong to a document, not to a schema, and zod's own `id` where it leaks. */
const DROPPED = new Set(["$schema", "$id", "$defs", "id", "~standard"]);

/** Samples of formats whose patterns zod adds: a pattern that accepts them all says no more than the format. */
const SAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  ["date-time", ["2026-11-21T05:06:07Z", "2024-02-29T23:59:59.123Z"]],
  ["date", ["2026-11-21", "2024-02-29"]],
  ["duration", ["P1Y2M3DT4H5M6S", "P4W"]],
  ["email", ["a@example.com", "first.last+tag@sub.example.org"]],
  ["hostname", ["localhost", "a-b.example.com", "xn--bcher-kva.example"]],
  ["ipv4", ["192.0.2.1", "0.0.0.0", "255.255.255.255"]],
  ["ipv6", ["::", "2001:db8::1"]],
  [
    "uuid",
    // Versions 1, 4 and 7: the pattern of `z.uuidv4()` says more than the format.
    [
      "c232ab00-9414-11ec-b3c8-9f6bdeced846",
      "f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
      "01890a5d-ac96-774b-bcce-b302099a8057",
    ],
  ],
]);

/** The formats of JSON Schema 2020-12 (validation, section 7.3) and of OpenAPI 3.0.4 (section 4.4). */
const FORMATS = new Set([
  ...SAMPLES.keys(),
  "time",
  "idn-email",
  "idn-hostname",
  "uri",
  "uri-reference",
  "iri",
  "iri-reference",
  "uri-template",
  "json-pointer",
  "relative-json-pointer",
  "regex",
  "int32",
  "int64",
  "float",
  "double",
  "byte",
  "binary",
  "password",
]);

/** One node, its subschemas aside, without what only a schema library could have meant. */
function tidy(node: JsonSchema): JsonSchema {
  const kept = Object.entries(node).filter(([keyword, value]) => {
    if (value === undefined || DROPPED.has(keyword)) return false;
    if (keyword === "const") return node.type !== "null"; // `z.literal(null)` says it twice
    // `z.int()` states the range of a double's exact integers, which no reader needs.
    if (node.type === "integer" && keyword === "minimum") return value !== Number.MIN_SAFE_INTEGER;
    if (node.type === "integer" && keyword === "maximum") return value !== Number.MAX_SAFE_INTEGER;
    if (keyword === "pattern") return !impliedBy(node.format, String(value));
    // A format of zod's own (`cuid2`, `e164`): strict validators refuse the unknown name, and the pattern remains.
    if (keyword === "format") return FORMATS.has(String(value));
    // What `z.record(z.string(), …)` says of its keys: names are strings anyway.
    if (keyword === "propertyNames") return JSON.stringify(value) !== '{"type":"string"}';
    return true;
  });
  return asSchema(Object.fromEntries(kept));
}

function impliedBy(format: string | undefined, pattern: string): boolean {
  const samples = SAMPLES.get(format ?? "");
  if (samples === undefined) return false;
  try {
    const expression = new RegExp(pattern, "u");
    return samples.every((sample) => expression.test(sample));
  } catch {
    return false; // a pattern that 2020-12 would not read either is the author's to mend
  }
}

type Definitions = Converted["definitions"];
/** A field of an object schema. */
export interface Field {
  /** One schema for each place that declares the field. */
  readonly schemas: readonly JsonSchema[];
  readonly required: boolean;
}

/** The fields of an object schema: those of every member of an intersection and every branch of a union. */
export function fieldsOf(node: JsonSchema, definitions: Definitions): Map<string, Field> {
  const flat = flatten(node, { $defs: definitions });
  const fields = new Map<string, Field>();
  const add = (name: string, schemas: readonly JsonSchema[], required: boolean) => {
    const known = fields.get(name);
    fields.set(name, {
      schemas: [...(known?.schemas ?? []), ...schemas],
      required: required || (known?.required ?? false),
    });
  };
  for (const [name, schema] of Object.entries(flat.properties ?? {}))
    add(name, [schema], flat.required?.includes(name) ?? false);
  for (const member of flat.allOf ?? []) {
    for (const [name, field] of fieldsOf(member, definitions))
      add(name, field.schemas, field.required);
  }
  for (const union of [flat.anyOf ?? [], flat.oneOf ?? []]) {
    const branches = union.map((branch) => fieldsOf(branch, definitions));
    for (const branch of branches) {
      for (const [name, field] of branch) {
        add(
          name,
          field.schemas,
          branches.every((other) => other.get(name)?.required ?? false),
        );
      }
    }
  }
  return fields;
}

function readScalar(name: string, field: Field, definitions: Definitions): ScalarField | undefined {
  const leaves = field.schemas.flatMap((schema) => leavesOf(schema, definitions));
  const types = new Set(leaves.flatMap(typesOf));
  const nullable = types.delete("null");
  if (types.has("number")) types.delete("integer");
  const [type] = types;
  if (
    types.size !== 1 ||
    (type !== "string" && type !== "integer" && type !== "number" && type !== "boolean")
  )
    return undefined;

  const filled = leaves.filter((leaf) => typesOf(leaf).some((leafType) => leafType !== "null"));
  const values = new Set(
    filled.flatMap((leaf) => leaf.enum ?? (leaf.const === undefined ? [] : [leaf.const])),
  );
  const listed = filled.every((leaf) => leaf.enum !== undefined || leaf.const !== undefined);
  const allowed = [...values].filter(
    (value) => typeof value === "string" || typeof value === "number",
  );
  const [format, ...otherFormats] = new Set(filled.map((leaf) => leaf.format));
  return {
    name,
    type,
    ...(format !== undefined && otherFormats.length === 0 ? { format } : {}),
    ...(listed && allowed.length > 0 ? { enum: allowed } : {}),
    nullable,
    required: field.required,
  };
}

/** The schema with references written out and unions taken apart; a node without any type is no scalar. */
function leavesOf(node: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const flat = flatten(node, { $defs: definitions });
  const branches = flat.anyOf ?? flat.oneOf;
  if (flat.type === undefined && branches !== undefined)
    return branches.flatMap((branch) => leavesOf(branch, definitions));
  return [flat];
}

function typesOf(leaf: JsonSchema): readonly JsonType[] {
  const { type } = leaf;
  if (type !== undefined) return typeof type === "string" ? [type] : type;
  const values = leaf.enum ?? (leaf.const === undefined ? [] : [leaf.const]);
  return values.length === 0 ? ["object"] : values.map(typeOfValue);
}

function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string" || typeof value === "boolean")
    return typeof value as "string" | "boolean";
  return Array.isArray(value) ? "array" : "object";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The one place where a library's output, typed as an unknown record, is taken at its word to be JSON Schema. */
function asSchema(value: unknown): JsonSchema {
  return (isRecord(value) ? value : {}) as JsonSchema;
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}
