/** The examples of an API: the same ones in documents, pages, forms, code and clients. */
import type { Json, JsonSchema, Registry, SealedRoute } from "waymark";
import {
  bodiesOf,
  type CatalogEntry,
  type Converted,
  flatten,
  publishedSchema,
  refTo,
  toInputJsonSchema,
  toJsonSchema,
} from "waymark/advanced";
import { Tables } from "waymark/services";
import { oncePerRegistry } from "../once-per-registry.ts";
import { SeedRows } from "./example-rows.ts";
import { type InventedText, inventedTexts, sampleOf } from "./sample.ts";

/** Items of each list in a document that is its own example. */
const MOST_ITEMS = 3;
/** Characters of such a document; a longer document's example is made from its schema. */
const LONGEST = 4000;
/** Id of the request in examples of errors. */
const REQUEST_ID = "01a2216f-f1a5-7de8-acf4-1349e614a967";

/** An example, with the texts in it that neither a schema nor data has. */
export interface Example {
  readonly value: Json;
  readonly invented: readonly InventedText[];
}

/** Returns the examples of a service: made on first use. */
export const examplesOf = oncePerRegistry((registry) => new Examples(registry));

export class Examples {
  readonly #registry: Registry;
  readonly #types = new Map<string, Example | undefined>();
  readonly #bodies = new Map<SealedRoute, ReadonlyMap<string, Example>>();
  readonly #rows = new Map<string, SeedRows>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Returns a value of a published type; undefined if no type has this name. */
  ofType(name: string): Example | undefined {
    if (!this.#types.has(name)) {
      this.#types.set(name, undefined); // a document that asks for its own example has none
      this.#types.set(name, this.#errorOf(name) ?? this.#documentOf(name) ?? this.#sampleOf(name));
    }
    return this.#types.get(name);
  }

  /** Returns the body of a route's usual answer; undefined if it is not JSON whose members its schema names. */
  ofAnswer({ schema, kind, plugin, declaration }: SealedRoute): Example | undefined {
    if (kind !== "list" && kind !== "returns") return undefined;
    if (schema !== undefined) return this.ofType(schema);
    const converted = declaration.returns && toJsonSchema(declaration.returns);
    return converted?.root.properties === undefined ? undefined : this.#made(converted, plugin);
  }

  /** Returns the bodies that a route takes, by media type. */
  ofBodies(route: SealedRoute): ReadonlyMap<string, Example> {
    const known = this.#bodies.get(route);
    if (known !== undefined) return known;
    const bodies = Object.entries(bodiesOf(route.declaration));
    const [full] = bodies.map(([, body]) => toInputJsonSchema(body));
    const examples = new Map(
      bodies.map(([mediaType, body]) => [
        mediaType,
        this.#bodyOf(mediaType, toInputJsonSchema(body), full, route.plugin),
      ]),
    );
    this.#bodies.set(route, examples);
    return examples;
  }

  /** Returns an error as the form writes it, with its usual cause as the detail. Default: the form for any client. */
  ofError(
    { code, status, message, cause }: CatalogEntry,
    form = this.#registry.builtin.unknown.errorForms[0],
  ): Json | undefined {
    if (form?.schema === undefined) return undefined;
    const failure = { code, status, message, detail: cause ?? message };
    // Members without a value are undefined, which JSON does not have.
    return JSON.parse(JSON.stringify(form.render(failure, { requestId: REQUEST_ID })));
  }

  /** Returns the value of a path parameter in the data of the route's plugin. */
  ofPathParameter({ plugin, pattern }: SealedRoute, name: string): Json | undefined {
    return this.#rowsOf(plugin).parameter(name, pattern.params.at(-1) === name);
  }

  /** Returns an error in the form that has this type. */
  #errorOf(name: string): Example | undefined {
    const { errors, builtin } = this.#registry;
    const form = builtin.unknown.errorForms.find(({ schema }) => schema === name);
    const entry = errors.find(({ code }) => code === "resource-not-found");
    const value = form && entry && this.ofError(entry, form);
    return value === undefined ? undefined : { value, invented: [] };
  }

  /** Returns the answer of the document that has this type. */
  #documentOf(name: string): Example | undefined {
    const registry = this.#registry;
    const route = registry.routes.find(
      ({ schema, document, declaration }) =>
        document && schema === name && declaration.alwaysFails === undefined,
    );
    const made = route && registry.document(route);
    if (made === undefined || made instanceof Promise) return undefined;
    const { list } = route?.declaration ?? {};
    // The engine of lists adds the rest.
    const value =
      list === undefined ? made : { ...Object(this.#sampleOf(name)?.value), [list.as]: made };
    const text = JSON.stringify(value, (_name, member: unknown) =>
      Array.isArray(member) ? member.slice(0, MOST_ITEMS) : member,
    );
    return text.length > LONGEST ? undefined : { value: JSON.parse(text), invented: [] };
  }

  #sampleOf(name: string): Example | undefined {
    const { plugin = "" } = this.#registry.schemas.get(name) ?? {};
    const schema = publishedSchema(this.#registry, name);
    return schema && this.#made(schema, plugin);
  }

  #made(schema: Converted, plugin: string): Example {
    const rows = this.#rowsOf(plugin);
    const options = {
      rowOf: (object: JsonSchema) => rows.valuesFor(object, schema.definitions),
    };
    return { value: sampleOf(schema, options), invented: inventedTexts(schema, options) };
  }

  /** Returns a whole body, or a patch of one member: examples of all of them would change the whole resource. */
  #bodyOf(
    mediaType: string,
    schema: Converted,
    full: Converted | undefined,
    plugin: string,
  ): Example {
    const isMerge = mediaType === "application/merge-patch+json";
    if (!isMerge && mediaType !== "application/json-patch+json") return this.#made(schema, plugin);
    const { root, definitions } = isMerge ? schema : (full ?? schema);
    const [member] = Object.entries(flatten(root, definitions).properties ?? {});
    if (member === undefined) return this.#made(schema, plugin);
    const [name, shape] = member;
    const only: JsonSchema = { type: "object", properties: { [name]: shape }, required: [name] };
    const { value: object, invented } = this.#made({ root: only, definitions }, plugin);
    if (isMerge) return { value: object, invented };
    const value = Object(object)[name] as Json; // made above
    return { value: [{ op: "replace", path: refTo("", name), value }], invented };
  }

  #rowsOf(plugin: string): SeedRows {
    const known = this.#rows.get(plugin);
    if (known !== undefined) return known;
    const tables = this.#registry.of(Tables).filter((table) => table.plugin === plugin);
    const rows = new SeedRows(tables);
    this.#rows.set(plugin, rows);
    return rows;
  }
}
