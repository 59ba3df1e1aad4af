import { messageOf } from "../../registry/contract/finding.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { Log } from "../../registry/contract/types.ts";

type Listener = (registry: Registry) => unknown;

/** Listeners for the moment at which another revision has taken over. */
export class ChangeListeners {
  readonly #listeners = new Set<Listener>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Adds a listener. Returns a function that removes it. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(registry: Registry): void {
    for (const listener of this.#listeners) void this.#notify(listener, registry);
  }

  async #notify(listener: Listener, registry: Registry): Promise<void> {
    try {
      await listener(registry); // which may be async
    } catch (error) {
      const reason = messageOf(error);
      this.#log.error("a listener to changes of the registry failed", { reason });
    }
  }
}
