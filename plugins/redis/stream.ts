/** The stream of events in Redis, as one node writes and reads it. */
import { randomBytes } from "node:crypto";
import type { BusEvents, PublishOptions } from "waymark/services";
import type { Addressed } from "../shared/event-ring.ts";
import type { Connection } from "./connection.ts";
import { groupOf, type Snapshot, type StreamEntry } from "./event-log.ts";
import { OPEN, PUBLISH } from "./event-scripts.ts";
import { pairs, type Reply } from "./link.ts";

export interface Message extends Addressed {
  readonly data: BusEvents[keyof BusEvents] | undefined;
  readonly place: PublishOptions["place"];
}

/** An entry, and the epoch that it belongs to. */
export interface EpochEntry extends StreamEntry {
  readonly epoch: string;
  readonly sender: string;
  /** Number of the event among those of its sender. */
  readonly sent: number;
}

/** Milliseconds that a command may take, as no request waits for it. */
const COMMAND_MS = 2000;
/** Events read at the beginning, at most. */
const MAX_READ = 5000;

export class EventStream {
  /** Key of the stream: all nodes read from it. */
  readonly key: string;
  readonly #connection: Connection;
  readonly #keys: readonly string[];
  /** Sender of the events that are published through this object. */
  readonly sender: string = newName();
  readonly #senderKey: string;
  readonly #buffer: number;

  constructor(connection: Connection, prefix: string, buffer: number) {
    this.#connection = connection;
    const keyOf = (name: string) => `{${prefix}:events}:${name}`; // one slot of a cluster
    this.key = keyOf("stream");
    this.#keys = [keyOf("info"), this.key, keyOf("last"), keyOf("places")];
    this.#senderKey = keyOf(`from:${this.sender}`);
    this.#buffer = buffer;
  }

  /** Adds events once each, however often it is tried. `number` is the first event's among this node's events. */
  async publish(messages: readonly Message[], number: number): Promise<void> {
    const fields = messages.flatMap(({ event, data, recipients, place }) => [
      event,
      JSON.stringify(data ?? null),
      recipients === undefined ? "" : JSON.stringify(recipients),
      groupOf({ event, recipients }) ?? "",
      place?.of ?? "",
      place?.at ?? 0,
      place?.ifNew === true ? "1" : "",
    ]);
    await this.#connection.eval(
      PUBLISH,
      [...this.#keys, this.#senderKey],
      [newName(), this.#buffer, number, this.sender, ...fields],
      COMMAND_MS,
    );
  }

  async open(): Promise<Snapshot> {
    const count = Math.min(MAX_READ, this.#buffer);
    const reply = await this.#connection.eval(
      OPEN,
      this.#keys.slice(0, 3),
      [newName(), count],
      COMMAND_MS,
    );
    const [epoch, entries, groups] = reply as [string, Reply[], string[]]; // as the script returns
    return { epoch, entries: entries.map(toEntry).toReversed(), last: new Map(pairs(groups)) };
  }

  /** Returns the epoch and the number of the latest event. */
  async state(): Promise<{ readonly epoch: string | null; readonly number: number }> {
    const [info = ""] = this.#keys;
    const command = ["HMGET", info, "epoch", "number"];
    const reply = await this.#connection.run(info, command, COMMAND_MS);
    const [epoch, number] = reply as [string | null, string | null]; // as HMGET returns
    return { epoch, number: Number(number ?? 0) };
  }
}

/** @param reply an entry as XRANGE and XREAD return it. */
export function toEntry(reply: Reply): EpochEntry {
  const [id, fields] = reply as [string, string[]];
  const [, epoch = "", , number = "0", , event = "", , data = "null", , recipients = "", ...rest] =
    fields;
  const [, sender = "", , sent = "0"] = rest;
  return { id, epoch, number: Number(number), event, data, recipients, sender, sent: Number(sent) };
}

function newName(): string {
  return randomBytes(8).toString("hex");
}
