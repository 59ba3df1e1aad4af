/** The state of a server as its plugins see it. */
import type { NodeCall } from "../request/call.ts";
import type { InFlight, Instance, Runtime, ServerCounts } from "../services.ts";
import { loopTurns } from "../support/loop-turns.ts";
import { identifyInstance } from "./instance.ts";

type Parts =
  | "ready"
  | "draining"
  | "leaving"
  | "leave"
  | "inFlight"
  | "reloads"
  | "instance"
  | "certificate"
  | "origin"
  | "onChange";

/** The part of the runtime that all revisions of a server share. */
export type ServerState = Pick<Runtime, Parts> & {
  readonly counts: ServerCounts;
  /** True once all that a start can refuse has been checked: from then on requests may change data. */
  readonly checked: boolean;
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type ServerStatus = Mutable<Omit<ServerState, "reloads">> & {
  readonly reloads: Mutable<ServerState["reloads"]>;
};

/** Creates the state of a server that has not begun to listen. */
export function createStatus(
  instance: Instance,
  onChange: ServerState["onChange"] = () => () => {},
): ServerStatus {
  return {
    ready: false,
    draining: false,
    leaving: false,
    leave() {},
    inFlight: () => [],
    checked: false,
    reloads: { failed: 0, lastFailed: false, appliedAt: 0 },
    counts: {
      listHits: 0,
      listMisses: 0,
      requestsCut: 0,
      get requestsWaiting() {
        return loopTurns.waiting;
      },
    },
    origin: undefined,
    certificate: undefined,
    instance,
    onChange,
  };
}

/** Describes requests of clients under way, the oldest first. */
export function describeCalls(calls: readonly NodeCall[]): readonly InFlight[] {
  const now = performance.now();
  return calls
    .map((call) => ({
      method: call.method,
      path: call.path,
      route: call.route.ref,
      client: call.client,
      requestId: call.requestId,
      principal: call.principal?.id,
      ms: Math.round(now - call.startedAt),
      begun: call.response.headersSent,
    }))
    .toSorted((one, other) => other.ms - one.ms);
}

const unnamed = identifyInstance(
  () => undefined,
  () => undefined,
);

/** State for plugins that start without a server. */
export const NOT_SERVING: ServerState = createStatus(unnamed);
