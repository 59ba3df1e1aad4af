/** Counts open streams, to limit them for each client and in total. */
export class Connections {
  readonly #perClient: number;
  readonly #total: number;
  readonly #byClient = new Map<string, number>();
  #open = 0;

  /** Open streams of all clients. */
  get open(): number {
    return this.#open;
  }

  constructor(perClient: number, total: number) {
    this.#perClient = perClient;
    this.#total = total;
  }

  /**
   * Takes a place until the signal aborts; returns false when none is free. Clients without an address, which exist only
   * in memory, share the total limit alone.
   */
  take(client: string, signal: AbortSignal): boolean {
    const open = this.#byClient.get(client) ?? 0;
    if (this.#open >= this.#total || (client !== "" && open >= this.#perClient)) return false;
    this.#open++;
    this.#byClient.set(client, open + 1);
    signal.addEventListener("abort", () => this.#release(client), { once: true });
    return true;
  }

  #release(client: string): void {
    const open = this.#byClient.get(client) ?? 0;
    this.#open--;
    if (open > 1) this.#byClient.set(client, open - 1);
    else this.#byClient.delete(client);
  }
}
