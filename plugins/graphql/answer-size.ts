/** Bounds an answer while it is made, and lets other requests have their turn. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FieldNode } from "graphql";
import type { Widths } from "./cost.ts";

type Nodes = readonly FieldNode[];

/** Bytes of the lists that are completed before other requests have their turn: about a millisecond's work. */
const TURN_BYTES = 64 * 1024;

export class AnswerSize {
  readonly #widths: Widths | undefined;
  readonly #maxBytes: number;
  #bytes = 0;
  #turnLeft = TURN_BYTES;
  #turn: Promise<void> = Promise.resolve();

  constructor(widths: Widths | undefined, maxBytes: number) {
    this.#widths = widths;
    this.#maxBytes = maxBytes;
  }

  /** Of the answer so far, about: names of fields, texts, and what else is in lists. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the answer is too large. Its fields are empty from then on, because it will not be sent. */
  get exceeded(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /** Counts the value of a field, and returns it as the executor should have it. */
  add(value: unknown, nodes: Nodes): unknown {
    if (typeof value === "string") this.#bytes += value.length;
    else if (typeof value !== "object" || value === null) return value;
    else if (nodes[0]?.selectionSet === undefined)
      this.#bytes += this.exceeded ? 0 : (JSON.stringify(value)?.length ?? 0);
    else if (Array.isArray(value)) return this.#addList(value, nodes);
    else return value;
    if (!this.exceeded) return value;
    return Array.isArray(value) ? [] : "";
  }

  #addList(items: readonly unknown[], nodes: Nodes): unknown {
    let width = 0;
    for (const { selectionSet } of nodes)
      width += selectionSet === undefined ? 0 : (this.#widths?.get(selectionSet) ?? 0);
    const bytes = items.length * width;
    this.#bytes += bytes;
    if (this.exceeded) return [];
    if (bytes > this.#turnLeft) return this.#inTurns(items, width);
    this.#turnLeft -= bytes;
    return items;
  }

  async *#inTurns(items: readonly unknown[], width: number): AsyncIterable<unknown> {
    for (const item of items) {
      this.#turnLeft -= width;
      if (this.#turnLeft < 0) await this.#pause();
      yield item;
    }
  }

  /** One list after the other, because all that wait for the same turn have it together. */
  #pause(): Promise<void> {
    const before = this.#turn;
    const takeTurn = async () => {
      await before;
      await nextTurn();
      this.#turnLeft = TURN_BYTES;
    };
    return (this.#turn = takeTurn());
  }
}
