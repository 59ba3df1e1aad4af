/** Config files of plain data: what is wrong with them before any key is looked at, with the place in the file. */
import { messageOf } from "../../registry/contract/finding.ts";

/** Far more values than a config has, and few enough to look at. */
const MOST_VALUES = 100_000;

/** Parses JSON (RFC 8259) of which nothing is passed over: a key twice is an error. */
export async function parseJson(text: string): Promise<unknown> {
  // RFC 8259, section 8.1: a byte order mark may be ignored.
  const json = text.replace(/^\ufeff/, "");
  if (json.trim() === "") throw new Error("the file is empty");
  const value: unknown = JSON.parse(json);
  // JSON is YAML, whose parser notices what JSON.parse lets pass.
  const { parseDocument } = await import("yaml");
  const twice = parseDocument(json).errors.find(({ code }) => code === "DUPLICATE_KEY");
  if (twice === undefined) return value;
  const [start] = twice.linePos ?? [];
  throw new Error(`duplicated key${start ? ` (${start.line}:${start.col})` : ""}`);
}

/** Why data could not be parsed, in one line. The parsers name places as `(2:1)` and as `position 13 (line 2 column 1)`. */
export function dataReason(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deeply";
  const message = messageOf(error);
  const [first = ""] = message.split(/\n\n|\n(?= *\d+ \|)/);
  return first
    .replaceAll(/\s+/g, " ")
    .replace(/\((\d+):(\d+)\)/, "at line $1, column $2")
    .replace(/at position \d+ \(line (\d+) column (\d+)\)/, "at line $1, column $2");
}

/** Throws when aliases make a value contain itself, or multiply to more than anybody can mean. Returns the value. */
export function untangled(value: unknown): unknown {
  weigh(value, new Map());
  return value;
}

/** How many values there are, with aliases written out. `known` holds undefined for what is being weighed. */
function weigh(value: unknown, known: Map<object, number | undefined>): number {
  if (typeof value !== "object" || value === null) return 1;
  if (known.has(value)) {
    const weight = known.get(value);
    if (weight === undefined) throw new Error("an alias leads to a value that contains itself");
    return weight;
  }
  known.set(value, undefined);
  let weight = 1;
  for (const member of Object.values(value)) weight += weigh(member, known);
  if (weight > MOST_VALUES) {
    const most = MOST_VALUES.toLocaleString("en");
    throw new Error(`aliases make more than ${most} values of it`);
  }
  known.set(value, weight);
  return weight;
}
