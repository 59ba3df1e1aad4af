/** `components` of an OpenAPI document: what several operations share, collected while they are described. */
import type { Registry } from "../registry.ts";
import type { JsonSchema } from "../json-schema.ts";
import { toJsonSchema, type Converted } from "../schema-convert.ts";
import { publicName, publishedSchema } from "./json-schemas.ts";
import { toOpenApi30, type JsonSchema30 } from "./openapi-schema.ts";
import type { Header, Parameter, Reference, Response } from "./openapi-types.ts";

export class Components {
  readonly #registry: Registry;
  readonly #schemas = new Map<string, JsonSchema30>();
  /** Each schema as its author wrote it, so that two definitions of one name are told apart. */
  readonly #sources = new Map<string, string>();
  readonly #parameters = new Map<string, Parameter>();
  readonly #headers = new Map<string, Header>();
  readonly #responses = new Map<string, Response>();
  /** Names of responses by base name and content. */
  readonly #responseNames = new Map<string, string>();

  /** Begins with every published type, under its public name. */
  constructor(registry: Registry) {
    this.#registry = registry;
    for (const { name, schema } of registry.schemas.values()) {
      if (schema !== undefined) this.#sources.set(name, JSON.stringify(toJsonSchema(schema).root));
      this.#schemas.set(name, {}); // holds the place, so that the order is the registry's
    }
    for (const name of registry.schemas.keys()) {
      const published = publishedSchema(registry, name);
      if (published !== undefined) this.#schemas.set(name, this.schema(published, name));
    }
  }

  /** A reference to a published type, or a schema without limits when none has this name. */
  published(name: string): JsonSchema30 {
    return this.#registry.schemas.has(name)
      ? { $ref: `#/components/schemas/${name}` }
      : { type: "object" };
  }

  /** A schema object: by reference when it is published, else written out. `owner` names what it hoists, where it must. */
  of(schema: Parameters<typeof toJsonSchema>[0], owner: string): JsonSchema30 {
    const name = publicName(this.#registry, schema);
    return name === undefined ? this.schema(toJsonSchema(schema), owner) : this.published(name);
  }

  /** A converted schema, its definitions hoisted. */
  schema({ root, definitions }: Converted, owner: string): JsonSchema30 {
    const names = new Map<string, string>();
    const added: string[] = [];
    for (const [name, definition] of Object.entries(definitions)) {
      const source = JSON.stringify(definition);
      const final = this.#nameFor(name, source, owner);
      names.set(name, final);
      if (this.#sources.has(final) || this.#schemas.has(final)) continue;
      this.#sources.set(final, source);
      added.push(name);
    }
    const rewrite = (ref: string): string => {
      const name = ref.replace(/^#\/\$defs\//, "");
      return `#/components/schemas/${names.get(name) ?? name}`;
    };
    for (const name of added) {
      const definition: JsonSchema = definitions[name] ?? {};
      this.#schemas.set(names.get(name) ?? name, toOpenApi30(definition, rewrite));
    }
    return toOpenApi30(root, rewrite);
  }

  #nameFor(name: string, source: string, owner: string): string {
    const fits = (candidate: string) =>
      this.#sources.has(candidate)
        ? this.#sources.get(candidate) === source
        : !this.#schemas.has(candidate);
    const candidates = [name, `${owner}${name}`];
    let final = candidates.find(fits);
    for (let count = 2; final === undefined; count++) {
      if (fits(`${owner}${name}${count}`)) final = `${owner}${name}${count}`;
    }
    return final;
  }

  /** A reference to a parameter; one that differs from another of its name is written out. */
  parameter(parameter: Parameter): Parameter | Reference {
    const { name } = parameter;
    const known = this.#parameters.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(parameter))
      return parameter;
    this.#parameters.set(name, parameter);
    return { $ref: `#/components/parameters/${name}` };
  }

  header(name: string, description: string): Reference {
    if (!this.#headers.has(name))
      this.#headers.set(name, { description, schema: { type: "string" } });
    return { $ref: `#/components/headers/${name}` };
  }

  /** A reference to a response; equal ones are shared, others of the same base name are counted. */
  response(base: string, response: Response): Reference {
    const text = `${base} ${JSON.stringify(response)}`;
    let name = this.#responseNames.get(text);
    if (name === undefined) {
      name = base;
      for (let count = 2; this.#responses.has(name); count++) name = `${base}${count}`;
      this.#responseNames.set(text, name);
      this.#responses.set(name, response);
    }
    return { $ref: `#/components/responses/${name}` };
  }

  toObject() {
    return {
      schemas: Object.fromEntries(this.#schemas),
      parameters: Object.fromEntries(this.#parameters),
      headers: Object.fromEntries(this.#headers),
      responses: Object.fromEntries(this.#responses),
    };
  }
}
