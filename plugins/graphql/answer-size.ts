/** Bounds an answer while it is made, and lets other requests have their turn. */
import type { FieldNode } from "graphql";
import type { TimeSlices } from "waymark/advanced";
import type { Widths } from "./cost.ts";

type Nodes = readonly FieldNode[];

/** Bytes of a list that is completed in one turn: about a millisecond's work. */
const TURN_BYTES = 64 * 1024;

export class AnswerSize {
  readonly #widths: Widths | undefined;
  readonly #maxBytes: number;
  readonly #slices: TimeSlices;
  #bytes = 0;

  constructor(widths: Widths | undefined, maxBytes: number, slices: TimeSlices) {
    this.#widths = widths;
    this.#maxBytes = maxBytes;
    this.#slices = slices;
  }

  /** Bytes of the answer so far, about: names of fields, texts, and everything else that lists contain. */
  get bytes(): number {
    return this.#bytes;
  }

  /** True if the answer is too large. Its fields are empty from then on, because it will not be sent. */
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
    if (bytes > TURN_BYTES) return this.#inTurns(items);
    return this.#slices.isOver ? this.#slices.pause().then(() => items) : items;
  }

  async *#inTurns(items: readonly unknown[]): AsyncIterable<unknown> {
    for (const item of items) {
      if (this.#slices.isOver) await this.#slices.pause();
      yield item;
    }
  }
}
