/** Time and identifiers, which tests fix. */
import { service } from "waymark";

/** Time, so that tests can fix it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now(): number;
  /**
   * Runs `work` once after so many milliseconds; returns a function that cancels it. Default: a timer of Node, which does
   * not keep the process alive.
   */
  after?(ms: number, work: () => void): () => void;
}
export const Clock = service<Clock>("clock");

/** Random identifiers, so that tests can fix them. They name things; they grant nothing. */
export interface Ids {
  /** Returns a UUID version 7 (RFC 9562), 36 characters. */
  uuid(): string;
  /** Returns lower-case hex digits, never all zero. */
  hex(digits: 16 | 32): string;
  /** Returns an identifier after a pattern: each `x` of it becomes a hex digit, each `y` one of 8, 9, a and b. */
  like(pattern: string): string;
}
/** Source of identifiers. The version is constant: lists hold no random ids, and their handlers may share needs. */
export const Ids = service<Ids>("ids", { version: () => "" });
