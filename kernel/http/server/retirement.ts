/** The end of revisions that others have replaced. */
import type { OpenStreams } from "../respond/stream.ts";
import type { RunningRevision } from "./build-revision.ts";
import type { Reloaded } from "./running-server.ts";
import type {
  InstalledPlugin,
  SealedRegistry,
} from "../../../registry/contract/plugin/installed.ts";
import { revisionOf } from "../../../registry/seal/revision.ts";

export class Retirement {
  readonly #streams: OpenStreams;
  /**
   * Resolves when all retired revisions have stopped. Each stops after its own requests and all older revisions have
   * finished, because a plugin may still use a service of an older revision.
   */
  #ended: Promise<void> = Promise.resolve();

  constructor(streams: OpenStreams) {
    this.#streams = streams;
  }

  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Ends the plugins and the streams of `before` that `next`, which serves already, has not carried over. */
  begin(
    before: RunningRevision,
    next: RunningRevision,
    drainMs: number,
  ): Omit<Reloaded, "revision"> {
    const [old, running] = [before.started.running, next.started.running];
    const replaced = [...old].filter(([id, plugin]) => running.get(id) !== plugin);
    const owners = new Set<unknown>(replaced.map(([, plugin]) => plugin));
    // The next rules might not admit open streams, which the current rules admitted.
    const all = rulesOf(before.registry) !== rulesOf(next.registry);
    const endStreams = () => this.#streams.end((owner) => all || owners.has(owner));
    endStreams();
    const drained = Promise.all([this.#ended, before.pending.none(drainMs)]);
    this.#ended = drained.then(() => {
      endStreams(); // streams of requests that had begun before
      return before.started.stop(next.started);
    });
    const { started = [], carriedOver = [] } = Object.groupBy(running.keys(), (id) =>
      running.get(id) === old.get(id) ? "carriedOver" : "started",
    );
    return { started, stopped: replaced.map(([id]) => id), carriedOver };
  }
}

/** Returns what decides on callers, as text. */
function rulesOf({ audiences, installed }: SealedRegistry): string {
  const rules = installed.filter((entry) => entry.enabled && decidesOnCallers(entry));
  return revisionOf([audiences, rules.map(({ plugin, options }) => [plugin.id, options])]);
}

function decidesOnCallers({ plugin: { policies = [] } }: InstalledPlugin): boolean {
  return policies.some(
    ({ guards, identifies, asksIdentifiers }) =>
      guards === true || identifies !== undefined || asksIdentifiers === true,
  );
}
