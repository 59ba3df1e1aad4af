import type { Log } from "../../registry/contract/types.js";
import { ProcessLog, type Level } from "./process-log.js";
type Fields = Readonly<Record<string, unknown>>;
/** A line of a log, whose errors are text. */
export interface LogLine {
    readonly level: Level;
    readonly message: string;
    readonly fields: Fields;
}
/** Calls a listener with each line that any log of this process writes, until the returned function is called. */
export declare function watchLog(listener: (line: LogLine) => void): () => void;
/** How a log is written. Every key is optional. */
export interface LogInput {
    /** Lines below this level are dropped. Default: that of `shared`. */
    readonly level?: Level;
    /** The lowest level, and members of each JSON line. Default: those of the process. */
    readonly shared?: ProcessLog;
    /** Write to standard error, for commands whose result is on standard output. Default: false. */
    readonly toStderr?: boolean;
    /** Write lines for people. Default: true where the output is a terminal. */
    readonly terminal?: boolean;
    /** Takes one finished JSON line. Default: the output. */
    readonly write?: (line: string) => void;
}
/** Loads consola only for terminals. */
export declare function createLog({ level: lowest, shared, toStderr, terminal, write, }?: LogInput): Promise<Log>;
/** A log that drops all lines. */
export declare const silentLog: Log;
export {};
