/** The choices of a caller of a conformance run, and its progress. */
import type { SealedRoute } from "waymark";
import type { Degraded } from "waymark/tools";
import type { LoggedLine } from "./logged.ts";

export interface RunOptions {
  /** Use up the limits of a server that others use too. Default: false. */
  readonly exhaust?: boolean;
  /**
   * Routes to check in depth. Of the others only headers and documents are checked, with one request; the server as a
   * whole is always checked. Default: all routes.
   */
  only?(route: SealedRoute): boolean;
  /** Leave out all that `only` does not select: the other routes, and the server as a whole. Default: false. */
  readonly alone?: boolean;
  /** Plugins that are on and did not start: each is a failure, and its routes are not checked. */
  readonly degraded?: readonly Degraded[];
  /** Milliseconds for the whole check, without those in which limits keep it waiting. Default: 30 minutes. */
  readonly timeLimitMs?: number;
  /** Returns the lines of the server's log so far, if the check can see them. */
  logged?(): readonly LoggedLine[];
  /** Called when an operation begins, and before a wait. */
  onProgress?(progress: Progress): void;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly text: string;
}
