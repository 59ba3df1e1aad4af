/** Sample values of schemas, for examples in documents and for requests of checks. */
import type { Json, JsonSchema } from "waymark";
import { type Converted, flatten } from "waymark/advanced";

type Definitions = Converted["definitions"];

/** Recursive types end here. */
const MAX_DEPTH = 6;

/** Returns the value that a schema itself names first: as its constant, example, default or member of an enum. */
export function exampleOf(schema: JsonSchema): Json | undefined {
  const { const: only, examples = [], default: preset, enum: values = [] } = schema;
  return [only, examples[0], preset, values[0]].find((value) => value !== undefined);
}

/** Options of a sample. */
export interface SampleOptions {
  /** Leaves out every optional member, and items that need not be. Default: only members without an example. */
  readonly requiredOnly?: boolean;
  /** Returns values for members of an object from elsewhere, such as a row of data. Examples of a schema precede them. */
  readonly rowOf?: (object: JsonSchema, definitions: Definitions) => Row;
}

type Row = Readonly<Record<string, Json | undefined>>;

/** A text of a sample that its author did not write. */
export interface InventedText {
  /** Place in the sample, as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly text: string;
}

/** Returns the schema's own example, else a value made of its parts. */
export function sampleOf(schema: Converted, options: SampleOptions = {}): Json {
  return new Sampler(schema, options).make();
}

/** Returns the texts of a sample that follow from nothing but the names of their members. */
export function inventedTexts(
  schema: Converted,
  options: SampleOptions = {},
): readonly InventedText[] {
  const sampler = new Sampler(schema, options);
  sampler.make();
  return sampler.invented;
}

/** Place of a value: the names and indexes that lead to it. */
type Path = readonly (string | number)[];

class Sampler {
  readonly invented: InventedText[] = [];
  readonly #schema: Converted;
  readonly #options: SampleOptions;

  constructor(schema: Converted, options: SampleOptions) {
    this.#schema = schema;
    this.#options = options;
  }

  make(): Json {
    return this.#make(this.#schema.root, [], 0);
  }

  #make(node: JsonSchema, path: Path, depth: number, inRow?: Json): Json {
    const flat = this.#flat(node);
    const given = valueOf(flat, inRow);
    if (given !== undefined) return given;
    if (depth > MAX_DEPTH) return null;
    const inner = (child: JsonSchema) => this.#make(child, path, depth + 1);
    const choice = (flat.anyOf ?? flat.oneOf)?.[0];
    if (choice !== undefined) return inner(choice);
    if (flat.allOf !== undefined) return joined(flat.allOf.map(inner));
    switch ([flat.type].flat()[0]) {
      case "object":
        return this.#object(flat, path, depth);
      case "array": {
        const item = typeof flat.items === "object" ? flat.items : {};
        const length = this.#lengthOf(flat, depth);
        return Array.from({ length }, (_, at) => this.#make(item, [...path, at], depth + 1));
      }
      case "integer":
      case "number":
        return numberOf(flat);
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return this.#textOf(flat, path);
    }
  }

  #flat(node: JsonSchema): JsonSchema {
    return flatten(node, this.#schema.definitions);
  }

  /** Returns an object with the members that are required or have an example. */
  #object(flat: JsonSchema, path: Path, depth: number): Json {
    const { properties = {}, required = [], additionalProperties: rest } = flat;
    const { requiredOnly = false, rowOf } = this.#options;
    const row = rowOf?.(flat, this.#schema.definitions) ?? {};
    const own = Object.entries(properties).filter(
      ([name, member]) =>
        required.includes(name) ||
        (!requiredOnly && valueOf(this.#flat(member), row[name]) !== undefined),
    );
    const others = required.filter((name) => !Object.hasOwn(properties, name));
    const members = [...own, ...others.map((name) => [name, {}] as const)];
    if (members.length === 0 && !requiredOnly && typeof rest === "object")
      members.push([String(exampleOf(flat.propertyNames ?? {}) ?? "name"), rest]);
    return Object.fromEntries(
      members.map(([name, member]) => [
        name,
        this.#make(member, [...path, name], depth + 1, row[name]),
      ]),
    );
  }

  #lengthOf({ minItems = 0, maxItems = Infinity, items }: JsonSchema, depth: number): number {
    const isShown = this.#options.requiredOnly !== true && typeof items === "object";
    return Math.max(minItems, isShown && depth < MAX_DEPTH ? Math.min(1, maxItems) : 0);
  }

  #textOf(schema: JsonSchema, path: Path): string {
    const ofFormat = TEXTS[schema.format ?? ""];
    if (ofFormat !== undefined) return ofFormat;
    const text = inventText(
      schema,
      path.findLast((part) => typeof part === "string"),
    );
    const pointer = path.map((part) => `/${part}`).join("");
    this.invented.push({ pointer, text });
    return text;
  }
}

/** Returns a value that somebody wrote: in the schema, or in data. */
function valueOf(flat: JsonSchema, inRow: Json | undefined): Json | undefined {
  const written = [flat.const, flat.examples?.[0], inRow];
  return written.find((value) => value !== undefined) ?? exampleOf(flat);
}

/** Returns a value of an intersection: an object with the members of all, else the first value. */
function joined(values: readonly Json[]): Json {
  const isObject = (value: Json) =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  return values.every(isObject) ? Object.assign({}, ...values) : (values[0] ?? null);
}

function numberOf({ minimum, exclusiveMinimum, maximum = 1, multipleOf = 1 }: JsonSchema): number {
  if (exclusiveMinimum !== undefined) return exclusiveMinimum + multipleOf;
  return minimum === undefined
    ? Math.min(multipleOf, maximum)
    : Math.ceil(minimum / multipleOf) * multipleOf;
}

/** Returns a text that says what belongs there, in a form that fits: `officeId` is `office-1`, `displayName` is `Display name`. */
function inventText(schema: JsonSchema, name = "example"): string {
  const { minLength = 0, maxLength, pattern } = schema;
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
  const stem = words.at(-1) === "id" ? [...words.slice(0, -1), "1"].join("-") : undefined;
  const sentence = words.join(" ").replace(/^./, (first) => first.toUpperCase());
  const sized = [stem, sentence, words.join("-"), words.join("_"), "Aa1", "A1", "a1", "A", "1"]
    .filter((text) => text !== undefined)
    .map((text) => text.padEnd(minLength, text || "-").slice(0, maxLength));
  const fitting = sized.find((text) => pattern === undefined || matches(pattern, text));
  return fitting ?? sized[0] ?? "";
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false; // a pattern of another dialect
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-11-21T09:00:00Z",
  date: "2026-11-21",
  time: "09:00:00Z",
  duration: "PT1H",
  email: "someone@example.org",
  "idn-email": "someone@example.org",
  hostname: "example.org",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.org/",
  "uri-reference": "/",
  uuid: "00000000-0000-4000-8000-000000000000",
};
