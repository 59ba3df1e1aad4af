import { hash } from "node:crypto";
import { toJsonSchema } from "../schema/convert.ts";
import { isSchema, type Schema } from "../schema/schema.ts";

/**
 * Returns a short hash of anything made of data and schemas: equal for equal content, in any order of keys. Functions
 * count by their presence, schemas by their JSON Schema.
 */
export function revisionOf(content: unknown): string {
  return hash("sha256", JSON.stringify(canonical(content)), "hex").slice(0, 12);
}

function canonical(value: unknown): unknown {
  if (typeof value === "function") return "function";
  if (isSchema(value)) return schemaHash(value);
  if (value instanceof URL) return value.pathname.split("/").at(-1);
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, canonical(member)]),
  );
}

/** Hashes of schemas. These never change, and each revision has the same ones. */
const hashes = new WeakMap<Schema, string>();

/** Returns a hash of a schema's JSON Schema. The first call is slow; later ones read the cache. */
export function schemaHash(schema: Schema): string {
  let cached = hashes.get(schema);
  if (cached === undefined) {
    cached = hash("sha256", JSON.stringify(canonical(toJsonSchema(schema))), "hex");
    hashes.set(schema, cached);
  }
  return cached;
}
