/** Tokens of a service of several nodes. */
import { service } from "waymark";
import type { Instance } from "./kernel.ts";

/** A node of the service. */
export interface NodeInfo extends Instance {
  readonly revision: string;
  /** Time at which it was last seen, in milliseconds since 1970-01-01T00:00Z. */
  readonly seenAt: number;
  /** Health at that moment; undefined if the node does not report it. */
  readonly health?: NodeHealth | undefined;
}

/** Health of a node, as it reports it. */
export interface NodeHealth {
  /** The node takes new work, health aside. */
  readonly ready: boolean;
  /** Checks of the node that are not ok, as `plugin:name`. */
  readonly failing: readonly string[];
}

/** The nodes that serve together. If no plugin provides it, a node knows only itself. */
export interface Nodes {
  /** Returns the nodes seen lately, this one included, by name. Rejects while they cannot be known. */
  list(): Promise<readonly NodeInfo[]>;
}
export const Nodes = service<Nodes>("nodes", { shared: true });

/** Work that one node does at a time. */
export interface Jobs {
  /**
   * Runs work unless another node is at it; false if it was. The lease is renewed while the work runs, and the signal
   * aborts once it is lost: then another node may have begun. Rejects with the error of the work.
   */
  run(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
}
export const Jobs = service<Jobs>("jobs", { shared: true });
