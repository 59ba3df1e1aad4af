/** A bus whose events reach the subscribers of all nodes, in one order. */
import { setTimeout as pause } from "node:timers/promises";
import type { BusEvents, ClosableBus } from "waymark/services";
import { EventLog } from "./event-log.ts";
import type { Link } from "./link.ts";
import { Reader } from "./reader.ts";
import type { EventStream, Message } from "./stream.ts";

export interface BusSettings {
  readonly buffer: number;
  readonly stream: EventStream;
  readonly secret: () => string;
  readonly makeLink: () => Promise<Link>;
  /** Checks that an event concerns only the clients of this node. */
  readonly isLocal: (event: string) => boolean;
}

/** Events that wait for Redis; beyond it the oldest are given up, and all nodes learn that they missed some. */
const MAX_WAITING = 10_000;
/** Events in one command. */
const MAX_SENT = 50;
const RETRY_MS = 250;
/** Time for events that wait when the server stops, in milliseconds. */
const LAST_MS = 500;
/** Stands for events that were given up. */
const LOST = "";

export class SharedBus implements ClosableBus {
  readonly #settings: BusSettings;
  readonly #log: EventLog;
  /** Events that were given up, and how often this node has lost the sequence of all events. */
  readonly counts = { lost: 0, breaks: 0 };
  readonly #closing = new AbortController();
  readonly #waiting: Message[] = [];
  /** Number of the first that waits, among the events of this node. */
  #number = 1;
  /** Number of the latest of them that was read from the stream. */
  #arrived = 0;
  #reader: Reader | undefined;
  #wake: () => void = () => undefined;
  readonly ended: Promise<void>;

  constructor(settings: BusSettings) {
    this.#settings = settings;
    this.#log = new EventLog(settings.buffer, settings.secret);
    this.ended = this.#run();
  }

  /** Events of this node that wait to be sent. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** False while this node has only its own events. */
  get isShared(): boolean {
    return this.#reader !== undefined;
  }

  readonly publish: ClosableBus["publish"] = (event, data, recipients, options) => {
    if (recipients?.only === null) return;
    const isLocal = this.#settings.isLocal(event);
    // Without Redis, its own subscribers have a node's events at once.
    if (isLocal || this.#reader === undefined) this.#log.addLocal(event, data, recipients);
    if (!isLocal) this.#send({ event, data, recipients, place: options?.place });
  };

  readonly subscribe: ClosableBus["subscribe"] = (subscription) =>
    this.#log.ring.subscribe(subscription);

  readonly source: ClosableBus["source"] = (start) => this.#log.ring.source(start);

  close(): void {
    this.#log.ring.close();
    this.#closing.abort();
    this.#reader?.close();
    this.#wake();
  }

  #send(message: Message): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#waiting.splice(0, 2, {
        event: LOST as keyof BusEvents,
        data: undefined,
        place: undefined,
      });
      this.#number++;
      this.counts.lost++;
    }
    this.#waiting.push(message);
    this.#wake();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#flush();
        if (this.#reader === undefined) await this.#join();
        else await this.#sleep();
      } catch {
        this.#leave();
        await pause(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
    await Promise.race([
      this.#flush().catch(() => undefined),
      pause(LAST_MS, undefined, { ref: false }),
    ]);
  }

  /** Resolves when an event waits, the reader is gone, or the bus is closed. */
  async #sleep(): Promise<void> {
    const { aborted } = this.#closing.signal;
    if (aborted || this.#waiting.length > 0 || this.#reader === undefined) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const messages = this.#waiting.slice(0, MAX_SENT);
      const number = this.#number;
      await this.#settings.stream.publish(messages, number);
      // Some may have been given up meanwhile.
      this.#drop(number + messages.length - this.#number);
    }
  }

  #drop(count: number): void {
    if (count > 0) this.#number += this.#waiting.splice(0, count).length;
  }

  async #join(): Promise<void> {
    const { stream, makeLink } = this.#settings;
    const snapshot = await stream.open();
    if (this.#closing.signal.aborted) return;
    const latest = snapshot.entries.at(-1);
    this.#log.join(snapshot);
    this.#reader = new Reader(
      {
        stream,
        makeLink,
        receive: (entries) => {
          this.#arrived =
            entries.findLast(({ sender }) => sender === stream.sender)?.sent ?? this.#arrived;
          this.#log.addShared(entries);
        },
        broken: () => {
          this.#reader = undefined;
          this.counts.breaks++;
          this.#log.leave();
          this.#wake();
        },
      },
      { epoch: snapshot.epoch, id: latest?.id ?? "0-0", number: latest?.number ?? 0 },
    );
  }

  /** Goes on without Redis: waiting and future events stay on this node. */
  #leave(): void {
    if (this.#reader === undefined) return;
    this.#reader.close();
    this.#reader = undefined;
    this.counts.breaks++;
    this.#log.leave();
    // Some may have come back although the answer of Redis did not.
    this.#drop(this.#arrived + 1 - this.#number);
    for (const { event, data, recipients } of this.#waiting)
      if (data !== undefined) this.#log.addLocal(event, data, recipients);
  }
}
