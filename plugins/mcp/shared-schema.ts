/** Parts of a schema that it has several times, moved to its `$defs`. */
import type { JsonSchema } from "waymark";
import { mapSubschemas } from "waymark/advanced";

/** Characters from which a reference is shorter than a repetition. */
const MIN_LENGTH = 80;

/** Returns the same schema with each repeated part once. */
export function sharedSchema(schema: JsonSchema): JsonSchema {
  const times = new Map<string, number>();
  const count = (node: JsonSchema): JsonSchema => {
    const text = JSON.stringify(node);
    times.set(text, (times.get(text) ?? 0) + 1);
    // The parts of a part that is there again are counted once, as they move with it.
    return times.get(text) === 1 ? mapSubschemas(node, count) : node;
  };
  mapSubschemas(schema, count);
  const names = new Map<string, string>();
  const definitions: Record<string, JsonSchema> = {};
  const share = (node: JsonSchema): JsonSchema => {
    const text = JSON.stringify(node);
    if (text.length < MIN_LENGTH || (times.get(text) ?? 0) < 2) return mapSubschemas(node, share);
    let name = names.get(text);
    if (name === undefined) {
      name = `shared${names.size + 1}`;
      names.set(text, name);
      definitions[name] = mapSubschemas(node, share);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const root = mapSubschemas(schema, share);
  return names.size === 0 ? root : { ...root, $defs: { ...root.$defs, ...definitions } };
}
