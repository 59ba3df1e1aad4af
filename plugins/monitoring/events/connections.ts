import type { Queue, SetupContext } from "waymark";
import type { Holder } from "waymark/advanced";
import type { Semaphore } from "waymark/services";

interface Limits {
  readonly maxPerClient: number;
  readonly maxStreams: number;
}

/** Open streams, limited for each caller and in total. */
export class Connections {
  /** Refused streams, and places from which a stream could not go on. */
  readonly counts = { refused: 0, resets: 0 };
  readonly #places: Queue;
  readonly #perClient: number;
  readonly #semaphore: Semaphore | undefined;

  /** @param semaphore of all nodes, where they count the streams of a caller together. */
  constructor(
    queue: SetupContext<unknown>["queue"],
    { maxPerClient, maxStreams: places }: Limits,
    semaphore?: Semaphore,
  ) {
    const limits = { perOwner: maxPerClient, perRoute: places, maxWaiting: 0, maxWaitMs: 0 };
    this.#places = queue("streams", { places, ...limits });
    this.#perClient = maxPerClient;
    this.#semaphore = semaphore;
  }

  /** Open streams of all callers. */
  get open(): number {
    return this.#places.inUse;
  }

  /** Takes a place until the signal aborts; resolves to false when none is free. */
  async take(holder: Holder, signal: AbortSignal): Promise<boolean> {
    const release = await Promise.resolve(this.#places.take(holder)).catch(() => undefined);
    const isFree =
      release !== undefined &&
      (await this.#semaphore?.acquire(holder.owner, this.#perClient, signal)) !== false;
    if (!isFree) {
      release?.();
      this.counts.refused++;
    } else if (signal.aborted) release();
    else signal.addEventListener("abort", release, { once: true });
    return isFree;
  }
}
