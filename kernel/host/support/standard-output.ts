/**
 * Standard output for logs. Lines are written without blocking; a reader that left, a full disk or a slow reader loses
 * lines, which are counted, and never ends the server.
 */
import { write, writeSync } from "node:fs";

/** Bytes that may wait for a slow reader or a full disk. Further lines are lost to save memory. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Bytes of one write. */
const CHUNK_BYTES = 64 * 1024;
/** Milliseconds until a full pipe is tried again, and until a failing output is. */
const FULL_PAUSE_MS = 20;
const FAILED_PAUSE_MS = 1000;

/** An output that works again after it failed or lost lines. */
export interface Recovery {
  /** Lines lost since the last recovery. */
  readonly lost: number;
  /** Reason of the failure; undefined if the reader was slow. */
  readonly reason: string | undefined;
}

export class LineOutput {
  /** Callback for each recovery. */
  onRecovery: ((recovery: Recovery) => void) | undefined;
  readonly #fd: number;
  /** Chunks that wait; the first one is being written while `#busy`. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #busy = false;
  #flushes = false;
  #lost = 0;
  #lostBefore = 0;
  #reason: string | undefined;
  #retry: NodeJS.Timeout | undefined;
  #idle = Promise.withResolvers<void>();

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Lines that did not reach the reader, since the start. */
  get lost(): number {
    return this.#lost;
  }

  /** Takes whole lines, each with its line feed. */
  write(lines: string): void {
    const bytes = Buffer.from(lines);
    if (this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) {
      this.#lost += countLines(bytes);
      return;
    }
    if (!this.#flushes) process.once("exit", this.#flushAtExit);
    this.#flushes = true;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (!this.#busy && this.#retry === undefined) this.#writeNext();
  }

  /** Resolves once all lines are written, at the next failure, or after `atMostMs`. */
  async drain(atMostMs: number): Promise<void> {
    if (this.#waiting.length === 0 || this.#reason !== undefined) return;
    const { promise, resolve } = (this.#idle = Promise.withResolvers<void>());
    const timer = setTimeout(resolve, atMostMs);
    await promise;
    clearTimeout(timer);
  }

  #writeNext(): void {
    if (this.#waiting.length === 0) return this.#recover();
    let [count, size] = [1, this.#waiting[0]?.length ?? 0];
    while (count < this.#waiting.length && size < CHUNK_BYTES)
      size += this.#waiting[count++]?.length ?? 0;
    const chunk = Buffer.concat(this.#waiting.splice(0, count));
    this.#waiting.unshift(chunk);
    this.#busy = true;
    write(this.#fd, chunk, (error, written) => {
      this.#busy = false;
      if (error !== null) return this.#fail(error);
      this.#waitingBytes -= written;
      if (written < chunk.length) this.#waiting[0] = chunk.subarray(written);
      else this.#waiting.shift();
      this.#writeNext();
    });
  }

  /** Reports a recovery once all lines are written. */
  #recover(): void {
    this.#idle.resolve();
    const [lost, reason] = [this.#lost - this.#lostBefore, this.#reason];
    this.#lostBefore = this.#lost;
    this.#reason = undefined;
    if (lost > 0 || reason !== undefined) this.onRecovery?.({ lost, reason });
  }

  #fail(error: NodeJS.ErrnoException): void {
    const isFull = error.code === "EAGAIN";
    if (!isFull) {
      this.#reason = error.message;
      this.#idle.resolve();
    }
    if (error.code === "EPIPE") this.#dropAll(); // a reader that left does not return
    const tryAgain = () => {
      this.#retry = undefined;
      if (this.#waiting.length > 0) this.#writeNext();
    };
    this.#retry = setTimeout(tryAgain, isFull ? FULL_PAUSE_MS : FAILED_PAUSE_MS);
    if (!isFull) this.#retry.unref(); // an output that fails does not keep the process
  }

  #dropAll(): void {
    for (const bytes of this.#waiting) this.#lost += countLines(bytes);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /** Writes the waiting lines at exit, the last chance: the loop does not turn any more. */
  readonly #flushAtExit = () => {
    try {
      for (const bytes of this.#busy ? this.#waiting.slice(1) : this.#waiting)
        writeSync(this.#fd, bytes);
    } catch {
      // Lines in the way of an ending process are lost.
    }
  };
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

/** The output that all logs of the process share. */
export const standardOutput = new LineOutput(1);
