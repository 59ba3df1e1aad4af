/** The lowest level of the lines on standard output, and the members that say in each of them which process writes. */
import { LEVELS } from "../define/kernel-keys.ts";

/** Severity of a line, from `debug` up to `error`. */
export type Level = (typeof LEVELS)[number];

/** The level and the members of the lines of one process. */
export class ProcessLog {
  /** Lines below this level are dropped. */
  level: Level = "info";
  #describe: () => Readonly<Record<string, string | undefined>> = () => ({});
  #words:
    | { readonly about: Readonly<Record<string, string>>; readonly members: string }
    | undefined;

  /** Members of each line: `service`, `instance`, `revision`. */
  get about(): Readonly<Record<string, string>> {
    return this.#inWords().about;
  }

  /** Members of each line as JSON behind other members: `,"service":"atlas"`. */
  get members(): string {
    return this.#inWords().members;
  }

  /** Replaces the members. They are put into words once, by the first line, which some starts do not have. */
  describe(about: () => Readonly<Record<string, string | undefined>>): void {
    this.#describe = about;
    this.#words = undefined;
  }

  #inWords() {
    if (this.#words !== undefined) return this.#words;
    const text = JSON.stringify(this.#describe());
    const about = JSON.parse(text) as Readonly<Record<string, string>>; // without undefined members
    return (this.#words = { about, members: text === "{}" ? "" : `,${text.slice(1, -1)}` });
  }

  /** @param lowest the level of one log. Default: the level of the process. */
  shows(level: Level, lowest = this.level): boolean {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(lowest);
  }
}

/** The log of this process. */
export const processLog = new ProcessLog();
