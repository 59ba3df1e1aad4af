/** JSON Schemas as GraphQL types. A schema that GraphQL cannot express becomes the scalar `JSON`. */
import type { JsonSchema } from "waymark";
import { fieldsOf, flatten, refName, type Converted, type SchemaField } from "waymark/advanced";
import { isInt32, isObject, SCALARS, typesOf } from "./json-types.ts";
import { describe, isEnumValue, toFieldName, toTypeName } from "./names.ts";

/** Field whose GraphQL name is not its JSON name. */
export interface Renamed {
  readonly type: string;
  readonly field: string;
  readonly source: string;
}

/** Place of a schema: the definitions that it may refer to, and its name if it has none of its own. */
interface Place {
  readonly definitions: Converted["definitions"];
  readonly name: string;
  /** Form of the input; undefined for output. */
  readonly form?: InputForm | undefined;
}

/** Type without its `!`, and whether null is a value. */
interface Type {
  readonly text: string;
  readonly nullable: boolean;
}

interface ObjectType {
  readonly description: string | undefined;
  /** Lines of fields, by GraphQL name. */
  readonly fields: Map<string, string>;
}

/** Types that the schema has anyway. */
const RESERVED = [
  "Query",
  "Mutation",
  "Subscription",
  "JSON",
  "Int",
  "Float",
  "String",
  "Boolean",
  "ID",
];

export class GraphqlTypes {
  readonly #objects = new Map<string, ObjectType>();
  /** Enums and inputs, as SDL by name. */
  readonly #others = new Map<string, string>();
  /** Schema behind each name, to distinguish two types of one name. */
  readonly #sources = new Map<string, string>(RESERVED.map((name) => [name, ""]));
  readonly renamed: Renamed[] = [];
  /** Fields of input types whose GraphQL name is not their JSON name; nothing resolves them. */
  readonly renamedInputs: Renamed[] = [];
  /** Input types whose fields are not complete: an input type within itself cannot be required. */
  readonly #open = new Set<string>();

  /** Returns the type of a schema, `!` included. `name` is for an object or enum that has no name of its own. */
  of({ root, definitions }: Converted, name: string, optional = false): string {
    return spell(this.#type(root, { definitions, name: toTypeName(name) }), optional);
  }

  /** Returns the type in which a client writes a schema, with `!` unless all of it is optional. */
  written({ root, definitions }: Converted, name: string, form: InputForm): string {
    const stem = toTypeName(name).replace(/(?<=.)(?:Input|Patch)$/, "");
    return spell(this.#type(root, { definitions, name: stem, form }), false);
  }

  /** Adds an object type of the service's own, with these fields. Returns its name. */
  object(name: string, description: string, lines: Readonly<Record<string, string>>): string {
    const final = this.#claim(toTypeName(name), JSON.stringify(lines));
    this.#objects.set(final, { description, fields: new Map(Object.entries(lines)) });
    return final;
  }

  /** Adds a field to an object type, unless the type has a field of this name. Returns true if added. */
  addField(type: string, name: string, line: string): boolean {
    const fields = this.#objects.get(type)?.fields;
    if (fields === undefined || fields.has(name)) return false;
    fields.set(name, line);
    return true;
  }

  /** Checks that an object type has a field, by its name in JSON. */
  hasField(type: string, source: string): boolean {
    const renamed = this.renamed.some((one) => one.type === type && one.source === source);
    return renamed || this.#objects.get(type)?.fields.has(source) === true;
  }

  /** Adds an input type with these fields; equal types are shared. Returns its name. */
  input(name: string, fields: Readonly<Record<string, string>>): string {
    const lines = Object.entries(fields).map(([field, type]) => `  ${field}: ${type}`);
    const body = `{\n${lines.join("\n")}\n}`;
    const final = this.#claim(toTypeName(name), `input ${body}`);
    this.#others.set(final, `input ${final} ${body}`);
    return final;
  }

  /** Returns all types in order of first use, as SDL. */
  toSdl(): string {
    const objects = [...this.#objects].map(
      ([name, { description, fields }]) =>
        `${describe(description)}type ${name} {\n${[...fields.values()].join("\n")}\n}`,
    );
    return [...objects, ...this.#others.values()].join("\n\n");
  }

  #type(node: JsonSchema, place: Place): Type {
    const named = node.$ref && refName(node.$ref);
    // Without the reference's siblings, so that a named type is the same everywhere.
    const target = named === undefined ? node : (place.definitions[named] ?? {});
    const flat = flatten(target, place.definitions);
    const here = { ...place, name: named === undefined ? place.name : toTypeName(named) };
    const branches = flat.anyOf ?? flat.oneOf;
    if (branches !== undefined && flat.type === undefined && flat.properties === undefined)
      return this.#union(flat, branches, here);
    const types = typesOf(flat);
    const nullable = types.includes("null");
    const [only, ...others] = types.filter((type) => type !== "null");
    if (others.length > 0) return { text: "JSON", nullable };
    if (types.length === 0 && !isObject(flat)) return { text: "JSON", nullable: true }; // anything at all
    return { text: this.#single(only, flat, here), nullable };
  }

  #single(type: string | undefined, node: JsonSchema, place: Place): string {
    if (type === "string") return this.#string(node, place);
    if (type === "array") return this.#array(node, place);
    if (type === "integer" && isInt32(node)) return "Int";
    return SCALARS[type ?? ""] ?? this.#object(node, place);
  }

  #string({ enum: values, description }: JsonSchema, { name }: Place): string {
    if (values === undefined || !values.every(isEnumValue)) return "String";
    const body = `{\n${values.map((value) => `  ${value}`).join("\n")}\n}`;
    const final = this.#claim(name, `enum ${body}`);
    if (!this.#others.has(final))
      this.#others.set(final, `${describe(description)}enum ${final} ${body}`);
    return final;
  }

  #array({ items, prefixItems }: JsonSchema, place: Place): string {
    if (prefixItems !== undefined || typeof items !== "object") return "[JSON]";
    const form = place.form && "whole"; // a patch replaces lists (RFC 7396)
    return `[${spell(this.#type(items, { ...place, form }), false)}]`;
  }

  /** Returns the type of a union. Null aside, scalars of one type are that type; objects are one with all fields. */
  #union(node: JsonSchema, branches: readonly JsonSchema[], place: Place): Type {
    const isNull = (branch: JsonSchema) => branch.type === "null";
    const nullable = branches.some(isNull);
    const values = branches.filter((branch) => !isNull(branch));
    const [only, ...others] = values;
    if (only !== undefined && others.length === 0) {
      const type = this.#type(only, place);
      return { text: type.text, nullable: nullable || type.nullable };
    }
    const flat = values.map((branch) => flatten(branch, place.definitions));
    if (flat.every(isObject)) return { text: this.#object(node, place), nullable };
    const [scalar, ...rest] = new Set(
      flat.map(typesOf).map(([type = "", ...more]) => (more.length > 0 ? "" : SCALARS[type])),
    );
    return { text: rest.length > 0 ? "JSON" : scalar || "JSON", nullable };
  }

  #object(node: JsonSchema, place: Place): string {
    if (place.form !== undefined) return this.#inputObject(node, place, place.form);
    const { definitions, name } = place;
    const fields = [...fieldsOf(node, definitions)].filter(([field]) => field !== "_links");
    if (fields.length === 0) return "JSON";
    const final = this.#claim(name, JSON.stringify(node));
    if (this.#objects.has(final)) return final;
    const lines = new Map<string, string>();
    this.#objects.set(final, { description: node.description, fields: lines }); // before its fields: types may recurse
    for (const [source, field] of fields) {
      const fieldName = toFieldName(source);
      if (lines.has(fieldName)) continue;
      const { text, description } = this.#field(source, field, { definitions, name: final });
      lines.set(fieldName, `${describe(description, "  ")}  ${fieldName}: ${text}`);
      if (fieldName !== source) this.renamed.push({ type: final, field: fieldName, source });
    }
    return final;
  }

  #inputObject(node: JsonSchema, { definitions, name }: Place, form: InputForm): string {
    const fields = writableFields(node, definitions);
    if (fields === undefined) return "JSON";
    const final = this.#claim(
      `${name}${form === "patch" ? "Patch" : "Input"}`,
      `${form} ${JSON.stringify(node)}`,
    );
    if (this.#others.has(final) || this.#open.has(final)) return final;
    this.#open.add(final);
    const lines = fields.map(([source, field]) => {
      const fieldName = toFieldName(source);
      if (fieldName !== source) this.renamedInputs.push({ type: final, field: fieldName, source });
      const required = field.required && form === "whole";
      const { text, description } = this.#field(
        source,
        { ...field, required },
        { definitions, name, form },
      );
      const optional = this.#open.has(text.slice(0, -1)) ? text.slice(0, -1) : text;
      return `${describe(description, "  ")}  ${fieldName}: ${optional}`;
    });
    this.#open.delete(final);
    this.#others.set(
      final,
      `${describe(node.description)}input ${final} {\n${lines.join("\n")}\n}`,
    );
    return final;
  }

  #field(source: string, { schemas, required }: SchemaField, { definitions, name, form }: Place) {
    const [only, ...others] = [
      ...new Map(schemas.map((one) => [JSON.stringify(one), one])).values(),
    ];
    // The description belongs to the field, because fields share a type.
    const { description, ...alone } = only ?? {};
    const schema = others.length === 0 ? alone : { anyOf: schemas };
    const type = this.#type(schema, { definitions, name: `${name}${toTypeName(source)}`, form });
    return { text: spell(type, !required), description };
  }

  /** Returns the name for a type: its own, unless another type has it. */
  #claim(name: string, source: string): string {
    let final = name;
    const taken = () => this.#sources.has(final) && this.#sources.get(final) !== source;
    for (let count = 2; taken(); count++) final = `${name}${count}`;
    this.#sources.set(final, source);
    return final;
  }
}

function spell({ text, nullable }: Type, optional: boolean): string {
  return nullable || optional ? text : `${text}!`;
}

/** Form of an input: a whole body, or the members of a body that are to change (RFC 7396), none of them required. */
type InputForm = "whole" | "patch";

/** Members that policies add to answers. Writes ignore them. */
const ADDED: ReadonlySet<string> = new Set(["_links", "_meta"]);

/** Returns undefined if an input type cannot have all members: none is named, others are allowed, or two names are one. */
function writableFields(
  node: JsonSchema,
  definitions: Converted["definitions"],
): readonly (readonly [source: string, field: SchemaField])[] | undefined {
  const flat = flatten(node, definitions);
  if ((flat.additionalProperties ?? false) !== false) return undefined;
  const fields = [...fieldsOf(flat, definitions)].filter(
    // A required member is sent even if it is not to be changed.
    ([source, { schemas, required }]) =>
      !ADDED.has(source) && (required || !schemas.every(({ readOnly }) => readOnly === true)),
  );
  const names = new Set(fields.map(([source]) => toFieldName(source)));
  return names.size === 0 || names.size < fields.length ? undefined : fields;
}
