/** Shapes of values, from their schema: the members of objects, the items of lists, and the kind of a text. */
import type { JsonSchema } from "waymark";
import { type Converted, fieldsOf, flatten, leavesOf } from "waymark/advanced";

/** Kind of a text, which decides how it is shown. */
export type Kind = "tag" | "date" | "time" | "text";

/** Shapes of members by schema node: rows of a table share them. */
const known = new WeakMap<JsonSchema, ReadonlyMap<string, Shape>>();
const NONE: ReadonlyMap<string, Shape> = new Map();

export class Shape {
  readonly #node: JsonSchema;
  readonly #definitions: Converted["definitions"];
  #kind: Kind | undefined;

  constructor({ root, definitions }: Converted) {
    this.#node = root;
    this.#definitions = definitions;
  }

  get kind(): Kind {
    return (this.#kind ??= this.#readKind());
  }

  get description(): string | undefined {
    return this.#node.description ?? flatten(this.#node, this.#definitions).description;
  }

  get members(): ReadonlyMap<string, Shape> {
    const members = known.get(this.#node) ?? this.#readMembers();
    known.set(this.#node, members);
    return members;
  }

  /** Shape of a list's items; undefined if the schema does not say. */
  get items(): Shape | undefined {
    const [items] = this.#leaves().flatMap((leaf) =>
      typeof leaf.items === "object" ? leaf.items : [],
    );
    return items && new Shape({ root: items, definitions: this.#definitions });
  }

  #readKind(): Kind {
    const filled = this.#leaves().filter(({ type }) => type !== "null");
    if (filled.some((leaf) => leaf.enum !== undefined || leaf.const !== undefined)) return "tag";
    const formats = new Set(filled.map(({ format }) => format));
    if (formats.has("date-time")) return "time";
    return formats.has("date") ? "date" : "text";
  }

  #readMembers(): ReadonlyMap<string, Shape> {
    const fields = [...fieldsOf(this.#node, this.#definitions)];
    if (fields.length === 0) return NONE;
    return new Map(
      fields.map(([name, { schemas }]) => {
        const [first = {}] = schemas;
        const root = schemas.length === 1 ? first : { anyOf: schemas };
        return [name, new Shape({ root, definitions: this.#definitions })];
      }),
    );
  }

  #leaves(): readonly JsonSchema[] {
    return leavesOf(this.#node, this.#definitions);
  }
}
