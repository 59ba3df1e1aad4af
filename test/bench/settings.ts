/** Settings from the command line: `name=value` pairs. */
import { fileURLToPath } from "node:url";

export interface Settings {
  /** Ids of works, or undefined for all. */
  readonly works: readonly string[] | undefined;
  readonly rounds: number;
  /** Length of one sample. */
  readonly seconds: number;
  /** Length of the warm-up before each sample. */
  readonly warmup: number;
  /** Rows of the large store. */
  readonly rows: number;
  /** Distinct client addresses. */
  readonly clients: number;
  readonly streams: number;
  /** Registry sizes. */
  readonly sizes: readonly number[];
  /** Folder of results.json and results.svg. */
  readonly out: string;
}

const DEFAULTS = {
  work: "",
  rounds: "5",
  seconds: "3",
  warmup: "1",
  rows: "1000000",
  clients: "1000000",
  streams: "1000",
  sizes: "100,5000,50000",
  out: fileURLToPath(new URL("./results", import.meta.url)),
};

/** Throws on an unknown name and on an invalid number. */
export function readSettings(args: readonly string[]): Settings {
  const given: Record<string, string> = { ...DEFAULTS };
  for (const arg of args) {
    const [name = "", value] = arg.split("=", 2);
    if (!Object.hasOwn(DEFAULTS, name) || value === undefined) {
      const names = Object.keys(DEFAULTS).join(", ");
      throw new Error(`${arg} is not a setting: write name=value with one of ${names}`);
    }
    given[name] = value;
  }
  const number = (name: keyof typeof DEFAULTS): number => {
    const value = Number(given[name]);
    if (!(value > 0)) throw new Error(`${name}=${given[name]}: write a number above 0`);
    return value;
  };
  const list = (name: keyof typeof DEFAULTS) => (given[name] ?? "").split(",");
  return {
    works: given["work"] === "" ? undefined : list("work"),
    rounds: number("rounds"),
    seconds: number("seconds"),
    warmup: number("warmup"),
    rows: number("rows"),
    clients: number("clients"),
    streams: number("streams"),
    sizes: list("sizes").map(Number),
    out: given["out"] ?? DEFAULTS.out,
  };
}
