/** Removes from a JSON Schema what a schema library adds without need, or in keywords of its own. */
import { asSchema, type JsonSchema } from "./json-schema.ts";

/** Keywords that belong to a document, not to a schema, and zod's own `id` where it leaks. */
const DROPPED = new Set(["$schema", "$id", "$defs", "id", "~standard"]);

/** Samples of formats whose patterns zod adds: a pattern that accepts them all adds nothing to the format. */
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
    // Versions 1, 4 and 7: the pattern of `z.uuidv4()` is narrower than the format.
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

/** Returns a node, its subschemas aside, without what only a schema library could have meant. */
export function normalizeSchema(node: JsonSchema): JsonSchema {
  const kept = Object.entries(node).filter(([keyword, value]) => {
    if (value === undefined || DROPPED.has(keyword)) return false;
    if (keyword === "const") return node.type !== "null"; // `z.literal(null)` has both
    // `z.int()` states the range of a double's exact integers, which no reader needs.
    if (node.type === "integer" && keyword === "minimum") return value !== Number.MIN_SAFE_INTEGER;
    if (node.type === "integer" && keyword === "maximum") return value !== Number.MAX_SAFE_INTEGER;
    if (keyword === "pattern") return !impliedBy(node.format, String(value));
    // A format of zod's own (`cuid2`, `e164`): strict validators refuse the unknown name, and the pattern remains.
    if (keyword === "format") return FORMATS.has(String(value));
    // From `z.record(z.string(), …)`: names are strings anyway.
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
    return false; // a pattern that 2020-12 would not read either is left to its author
  }
}
