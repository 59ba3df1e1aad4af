/** An output that works again after it failed or lost lines. */
export interface Recovery {
    /** Lines lost since the last recovery. */
    readonly lost: number;
    /** Why; undefined when the reader was slow. */
    readonly reason: string | undefined;
}
export declare class LineOutput {
    #private;
    /** Called once for each recovery. */
    onRecovery: ((recovery: Recovery) => void) | undefined;
    constructor(fd: number);
    /** Lines that did not reach the reader, since the start. */
    get lost(): number;
    /** Takes whole lines, each with its line feed. */
    write(lines: string): void;
    /** Resolves once all lines are written, at the next failure, or after `atMostMs`. */
    drain(atMostMs: number): Promise<void>;
}
/** The output that all logs of the process share. */
export declare const standardOutput: LineOutput;
