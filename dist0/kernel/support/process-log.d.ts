/** The lowest level of the lines on standard output, and the members that say in each of them which process writes. */
import { LEVELS } from "../define/kernel-keys.js";
/** How much a line matters, from `debug` up to `error`. */
export type Level = (typeof LEVELS)[number];
/** The level and the members of the lines of one process. */
export declare class ProcessLog {
    #private;
    /** Lines below this level are dropped. */
    level: Level;
    /** Members of each line: `service`, `instance`, `revision`. */
    get about(): Readonly<Record<string, string>>;
    /** The same as JSON behind other members: `,"service":"atlas"`. */
    get members(): string;
    /** Replaces the members. They are put into words once, not for each line. */
    describe(about: Readonly<Record<string, string | undefined>>): void;
    /** @param lowest the level of one log. Default: that of the process. */
    shows(level: Level, lowest?: "debug" | "error" | "info" | "warn"): boolean;
}
/** The one of this process. */
export declare const processLog: ProcessLog;
