/** A wire to an engine, for one node, that tests cut, hold, slow down and restore. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports.ts";

export interface Wire {
  /** URL of the engine, through this wire. */
  readonly url: string;
  /** Resets every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Nothing passes any more, in either direction; connections stay, and new ones are accepted, as with a network that loses everything. */
  hold(): void;
  /** Everything passes this many milliseconds later, in each direction. */
  delay(milliseconds: number): void;
  /** Ends the engine's side of every connection; what the node sends passes still. */
  halfClose(): void;
  /** Passes everything again, at once. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/** @param url of an engine or a node. */
export async function cut(url: string): Promise<Wire> {
  const target = new URL(url);
  const port = await freePort();
  const wire = new CuttableWire(Number(target.port), target.hostname, port);
  await wire.restore();
  return {
    url: url.replace(target.host, `127.0.0.1:${port}`),
    cut: () => wire.cut(),
    hold: () => wire.pass(Infinity),
    delay: (milliseconds) => wire.pass(milliseconds),
    halfClose: () => wire.halfClose(),
    restore: () => wire.restore(),
    stop: () => wire.cut(),
  };
}

class CuttableWire {
  readonly #port: number;
  readonly #hostname: string;
  readonly #ownPort: number;
  readonly #server = createServer({ allowHalfOpen: true }, (near) => this.#join(near));
  readonly #near = new Set<Socket>();
  readonly #sockets = new Set<Socket>();
  #delayMs = 0;
  /** Chunks that are held, to pass once the wire is whole. */
  #held: (() => void)[] = [];

  constructor(port: number, hostname: string, ownPort: number) {
    this.#port = port;
    this.#hostname = hostname;
    this.#ownPort = ownPort;
  }

  async cut(): Promise<void> {
    this.#held = [];
    for (const socket of this.#sockets) socket.resetAndDestroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }

  pass(delayMs: number): void {
    this.#delayMs = delayMs;
    if (delayMs === Infinity) return;
    for (const go of this.#held.splice(0)) go();
  }

  halfClose(): void {
    for (const socket of this.#near) socket.end();
  }

  async restore(): Promise<void> {
    this.pass(0);
    if (this.#server.listening) return;
    this.#server.listen(this.#ownPort, "127.0.0.1");
    await once(this.#server, "listening");
  }

  #join(near: Socket): void {
    const far = connect({ port: this.#port, host: this.#hostname, allowHalfOpen: true });
    this.#near.add(near);
    near.once("close", () => this.#near.delete(near));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.setNoDelay();
      from.pipe(this.#lane()).pipe(to);
      from.on("error", () => to.destroy());
      from.once("close", () => {
        this.#sockets.delete(from);
        if (from.errored !== null || !from.readableEnded) to.destroy();
      });
    }
  }

  /** Makes one direction: each chunk, and the end, passes in its turn once its time has come. */
  #lane(): Transform {
    let turn: Promise<unknown> = Promise.resolve();
    const later = (go: () => void) => {
      const time = this.#passing();
      turn = turn.then(() => time).then(go);
    };
    const lane: Transform = new Transform({
      transform: (chunk, _encoding, done) => {
        later(() => void lane.push(chunk));
        done();
      },
      flush: (done) => later(() => done()),
    });
    return lane;
  }

  #passing(): Promise<void> {
    if (this.#delayMs === Infinity) return new Promise((go) => this.#held.push(go));
    return this.#delayMs === 0 ? Promise.resolve() : sleep(this.#delayMs);
  }
}
