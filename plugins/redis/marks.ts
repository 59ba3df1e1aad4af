/**
 * Places in the events of all nodes, and their ids. An id is the place sealed for readers of the same events: it
 * holds at every node, and shows nothing of the events in between that its readers must not learn of.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Cipheriv,
  type Decipheriv,
} from "node:crypto";

export interface Mark {
  /** Epoch of the stream; changes if its data is lost. While Redis is away, an epoch of this node. */
  readonly epoch: string;
  /** The two numbers of an id in the stream, of the latest event there. */
  readonly ms: number;
  readonly seq: number;
  /** Number of the event among the events of this node alone; 0 for an event that all nodes have. */
  readonly local: number;
}

/** The place before the first event. */
export const beginOf = (epoch: string): Mark => ({ epoch, ms: 0, seq: 0, local: 0 });

/** @param id as Redis writes it: `1700000000000-0`. */
export function markAt(epoch: string, id: string): Mark {
  const [ms = 0, seq = 0] = id.split("-").map(Number);
  return { epoch, ms, seq, local: 0 };
}

/** Returns a number below 0 if `a` comes before `b`. */
export function compareMarks(a: Mark, b: Mark): number {
  return a.ms - b.ms || a.seq - b.seq || a.local - b.local;
}

export function isSameMark(a: Mark, b: Mark): boolean {
  return a.epoch === b.epoch && compareMarks(a, b) === 0;
}

/** Seals marks of one epoch for one kind of reader, in one block of AES. */
export class Seal {
  readonly #epoch: string;
  readonly #node: number;
  readonly #encrypt: Cipheriv;
  readonly #decrypt: Decipheriv;

  /** @param node a number of 24 bits that this node alone has. */
  constructor(secret: string, epoch: string, readers: string, node: number) {
    this.#epoch = epoch;
    this.#node = node;
    const key = createHmac("sha256", secret).update(`${epoch} ${readers}`).digest().subarray(0, 16);
    // One block, and never the same twice but for the same place: no mode of operation is needed.
    this.#encrypt = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
    this.#decrypt = createDecipheriv("aes-128-ecb", key, null).setAutoPadding(false);
  }

  idOf({ ms, seq, local }: Mark): string {
    const block = Buffer.alloc(16);
    block.writeUIntBE(ms, 0, 6);
    block.writeUIntBE(seq % 2 ** 16, 6, 2);
    if (local > 0) {
      block.writeUIntBE(this.#node, 8, 3);
      block.writeUIntBE(local, 11, 5);
    }
    return this.#encrypt.update(block).toString("hex");
  }

  /** Returns any mark for an id sealed otherwise; for another node's own event, the stream's place before it. */
  markOf(id: string): Mark | undefined {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
    const block = this.#decrypt.update(Buffer.from(id, "hex"));
    const isOwn = block.readUIntBE(8, 3) === this.#node;
    return {
      epoch: this.#epoch,
      ms: block.readUIntBE(0, 6),
      seq: block.readUIntBE(6, 2),
      local: isOwn ? block.readUIntBE(11, 5) : 0,
    };
  }
}
