/** Options as an editor should see them: with the keys refused that the boot refuses. */
import { mapSubschemas, type JsonSchema } from "../../registry/schema/json-schema.ts";
import { isClosed } from "./validate.ts";
import { isSecret } from "./describe-schema.ts";

/** What the boot thinks of a key that a schema does not name: refused, refused further in (a union's branch), dropped. */
type Unnamed = "closed" | "inside" | "open";

/** Refuses unnamed keys where the boot does (`checkValue`), and shows no secret. Definitions go into one pool. */
export class Closing {
  readonly #owner: string;
  readonly #source: Readonly<Record<string, JsonSchema>>;
  readonly #pool: Map<string, JsonSchema>;

  constructor(
    owner: string,
    source: Readonly<Record<string, JsonSchema>>,
    pool: Map<string, JsonSchema>,
  ) {
    this.#owner = owner;
    this.#source = source;
    this.#pool = pool;
  }

  close(node: JsonSchema, unnamed: Unnamed): JsonSchema {
    const {
      $ref,
      default: preset,
      examples,
      ...rest
    } = mapSubschemas(node, (child, keyword) => this.close(child, within(unnamed, keyword)));
    const shown = isSecret({ node, definitions: {} })
      ? {}
      : {
          ...(preset === undefined ? {} : { default: preset }),
          ...(examples === undefined ? {} : { examples }),
        };
    const closes = unnamed === "closed" && node.properties !== undefined && isClosed(node);
    return {
      ...($ref === undefined ? {} : { $ref: this.#refer($ref, unnamed) }),
      ...rest,
      ...shown,
      ...(closes ? { additionalProperties: false } : {}),
    };
  }

  #refer(ref: string, unnamed: Unnamed): string {
    const name = ref.slice("#/$defs/".length);
    const key = [this.#owner, name, ...(unnamed === "open" ? [] : [unnamed])].join(".");
    if (!this.#pool.has(key)) {
      this.#pool.set(key, {}); // holds the place: a type may refer to itself
      this.#pool.set(key, this.close(this.#source[name] ?? {}, unnamed));
    }
    return `#/$defs/${key}`;
  }
}

function within(unnamed: Unnamed, keyword: string): Unnamed {
  if (unnamed === "open") return "open";
  if (keyword === "properties" || keyword === "additionalProperties") return "closed";
  return keyword === "anyOf" || keyword === "oneOf" ? "inside" : "open";
}
