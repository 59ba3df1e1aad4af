/** Parses config files of plain data. Errors name the place in the file. */
import { messageOf } from "../../../registry/schema/words.ts";

/** Limit of values: far more than a config has, and few enough to count. */
const MOST_VALUES = 100_000;

/** Reasons in place of the library's own words, which would not help an operator, by its error code. */
const REASONS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "a key stands where none can; check the indentation",
  DUPLICATE_KEY: "duplicated key",
  MULTIPLE_DOCS: "a config file holds a single document",
};

/** Parses YAML 1.2 with merge keys. A warning, such as an unknown tag, counts as an error. An empty file is null. */
export async function parseYaml(text: string): Promise<unknown> {
  const { parseDocument, visit } = await import("yaml");
  const document = parseDocument(text, { merge: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw withPlace(text, problem);
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return;
      const message = `the alias "${alias.source}" has no anchor before it`;
      throw withPlace(text, { code: "", message, pos: alias.range ?? [0] });
    },
  });
  // The library's own limit of 100 aliases is too low for some configs and too high for others.
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  countNodes(value);
  return value;
}

/** Parses JSON (RFC 8259). A key that is written twice is an error. */
export async function parseJson(text: string): Promise<unknown> {
  // RFC 8259, section 8.1: a byte order mark may be ignored.
  const json = text.replace(/^\ufeff/, "");
  if (json.trim() === "") throw new Error("the file is empty");
  const value: unknown = JSON.parse(json);
  // JSON is YAML, whose parser notices what JSON.parse lets pass.
  const { parseDocument } = await import("yaml");
  const duplicate = parseDocument(json).errors.find(({ code }) => code === "DUPLICATE_KEY");
  if (duplicate !== undefined) throw withPlace(json, duplicate);
  return value;
}

/** Returns the error with its place, as the YAML parser numbers lines and columns. */
function withPlace(
  text: string,
  { code, message, pos }: { code: string; message: string; pos: readonly number[] },
): Error {
  if (message.includes("call stack")) return new RangeError(message);
  const before = text.slice(0, pos[0]).split("\n");
  const [first = ""] = message.split(/ at line \d|\n/);
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  return new Error(`${REASONS[code] ?? first} at ${place}`);
}

/** Returns the reason why data could not be parsed, in one line. V8 names places as `position 13 (line 2 column 1)`. */
export function dataReason(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deeply";
  return messageOf(error)
    .replaceAll(/\s+/g, " ")
    .replace(/at position \d+ \(line (\d+) column (\d+)\)/, "at line $1, column $2");
}

/**
 * Counts the values, with aliases written out. Throws if aliases make a value contain itself, or multiply to more values
 * than a config can have. `counts` has undefined for a value that is being counted.
 */
function countNodes(value: unknown, counts = new Map<object, number | undefined>()): number {
  if (typeof value !== "object" || value === null) return 1;
  if (counts.has(value)) {
    const counted = counts.get(value);
    if (counted === undefined) throw new Error("an alias leads to a value that contains itself");
    return counted;
  }
  counts.set(value, undefined);
  let count = 1;
  for (const member of Object.values(value)) count += countNodes(member, counts);
  if (count > MOST_VALUES) {
    const most = MOST_VALUES.toLocaleString("en");
    throw new Error(`its aliases expand to more than ${most} values`);
  }
  counts.set(value, count);
  return count;
}
