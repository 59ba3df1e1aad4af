/** `components` of an OpenAPI document: what several operations share, collected while they are described. */
import type { JsonSchema, Registry, Schema } from "waymark";
import {
  type Converted,
  convertPublished,
  getOrMake,
  publicName,
  publishedSchema,
  refName,
  refTo,
  textOf,
  toInputJsonSchema,
  toJsonSchema,
} from "waymark/advanced";
import type { Parameter as Described } from "../../shared/operations/parameters.ts";
import { toIdentifier } from "../../shared/typescript/declaration.ts";
import { toComponentRef, toOpenApi30 } from "./schema.ts";
import type { Header, JsonSchema30, Parameter, Reference, Response } from "./types.ts";

type Headers = NonNullable<Response["headers"]>;
type Content = NonNullable<Response["content"]>;

/** The context for describing one operation, in addition to its route. */
export interface OperationContext {
  readonly registry: Registry;
  readonly components: Components;
  /** Stem of the names of types that the operation declares. */
  readonly owner: string;
}

export class Components {
  readonly #registry: Registry;
  readonly #schemas = new Map<string, JsonSchema30>();
  /** Each schema as its author wrote it, to distinguish two definitions of one name. */
  readonly #sources = new Map<string, string>();
  readonly #parameters = new Map<string, Parameter>();
  /** Parameters by their descriptions; routes share some. */
  readonly #known = new Map<Described, Parameter | Reference>();
  readonly #headers = new Map<string, Header>();
  /** Headers of answers by requested names, most of them on many routes. */
  readonly #headerSets = new Map<string, Headers>();
  /** Content by its text. */
  readonly #contents = new Map<string, Content>();
  readonly #responses = new Map<string, Response>();

  /** Begins with every published type, under its public name. */
  constructor(registry: Registry) {
    this.#registry = registry;
    for (const { name, schema } of registry.schemas.values()) {
      if (schema !== undefined)
        this.#sources.set(name, textOf(convertPublished(registry, schema).root));
      this.#schemas.set(name, {}); // holds the place, so that the order is the registry's
    }
    for (const name of registry.schemas.keys()) {
      const published = publishedSchema(registry, name);
      if (published !== undefined) this.#schemas.set(name, this.schema(published, name));
    }
  }

  /** Returns a reference to a published type, or a schema without limits if none has this name. */
  published(name: string): JsonSchema30 {
    return this.#registry.schemas.has(name)
      ? { $ref: refTo("#/components/schemas", name) }
      : { type: "object" };
  }

  /** Returns a schema object: a reference if published, else written out. `owner` names the types that it hoists, if any. */
  of(schema: Schema, owner: string): JsonSchema30 {
    const name = publicName(this.#registry, schema);
    return name === undefined ? this.schema(toJsonSchema(schema), owner) : this.published(name);
  }

  /** Returns a reference to a request body's schema. A type also of answers may accept less than it shows: another schema. */
  ofBody(schema: Schema, mediaType: string, owner: string): JsonSchema30 {
    const name = publicName(this.#registry, schema);
    const accepted = toInputJsonSchema(schema);
    const isSame = name !== undefined && convertPublished(this.#registry, schema) === accepted;
    if (isSame) return this.published(name);
    const written = this.schema(accepted, owner);
    if (written.$ref !== undefined) return written;
    const source = textOf(accepted.root);
    const [, subtype = ""] = mediaType.split(/[/+]/);
    const own = this.#nameFor(`${owner}Body`, source, toIdentifier(subtype));
    this.#sources.set(own, source);
    this.#schemas.set(own, written);
    return { $ref: refTo("#/components/schemas", own) };
  }

  /** Returns a converted schema, its definitions hoisted. */
  schema({ root, definitions }: Converted, owner: string): JsonSchema30 {
    const names = new Map<string, string>();
    const added: string[] = [];
    for (const [name, definition] of Object.entries(definitions)) {
      const source = textOf(definition);
      const final = this.#nameFor(name, source, owner);
      names.set(name, final);
      if (this.#sources.has(final) || this.#schemas.has(final)) continue;
      this.#sources.set(final, source);
      added.push(name);
    }
    const rewrite = [...names].every(([name, final]) => name === final)
      ? toComponentRef
      : (ref: string) => {
          const name = refName(ref);
          return refTo("#/components/schemas", names.get(name) ?? name);
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
    if (fits(name)) return name;
    let final = `${owner}${name}`;
    for (let count = 2; !fits(final); count++) final = `${owner}${name}${count}`;
    return final;
  }

  /**
   * Returns a parameter, or a reference to it where routes may share it. Writes out a parameter that differs from another
   * of its name, or whose name is not valid for a component (OpenAPI 3.0.4, section 4.7.7.1).
   */
  parameter(described: Described): Parameter | Reference {
    return getOrMake(this.#known, described, () => {
      const parameter = toParameter(described);
      const { shared } = described;
      if (shared === undefined || !/^[\w.-]+$/.test(shared)) return parameter;
      const known = this.#parameters.get(shared);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(parameter))
        return parameter;
      this.#parameters.set(shared, parameter);
      return { $ref: refTo("#/components/parameters", shared) };
    });
  }

  /** References to headers, sorted by name; the same object for the same names. `describe` is called for new ones. */
  headers(names: readonly string[], describe: (name: string) => string): Headers {
    return getOrMake(this.#headerSets, names.join(" "), () => {
      const sorted = [...new Set(names)].toSorted();
      return getOrMake(this.#headerSets, sorted.join(" "), () =>
        Object.fromEntries(sorted.map((name) => [name, this.#header(name, describe)])),
      );
    });
  }

  /** Returns the same object for equal content. */
  content(content: Content): Content {
    return getOrMake(this.#contents, JSON.stringify(content), () => content);
  }

  #header(name: string, describe: (name: string) => string): Reference {
    if (!this.#headers.has(name))
      this.#headers.set(name, { description: describe(name), schema: { type: "string" } });
    return { $ref: refTo("#/components/headers", name) };
  }

  /**
   * Returns a reference to a response that operations share by its name; the response itself if another one has the name.
   * It may have every header that one of the operations sends.
   */
  response(name: string, response: Response): Response | Reference {
    const known = this.#responses.get(name);
    const { description, headers, content } = known ?? response;
    if (description !== response.description || content !== response.content) return response;
    if (known === undefined || headers !== response.headers)
      this.#responses.set(name, { ...response, headers: { ...headers, ...response.headers } });
    return { $ref: refTo("#/components/responses", name) };
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

function toParameter({ name, in: place, description, required, style, schema }: Described) {
  const { description: own, ...rest } = toOpenApi30(schema);
  const text = description ?? own;
  return {
    name,
    in: place,
    ...(text === undefined ? {} : { description: text }),
    ...(required === undefined ? {} : { required }),
    ...(style === undefined ? {} : { style, explode: true }),
    schema: rest,
  };
}
