/** Commands to Redis, each within a time; none while Redis does not answer. */
import { hash } from "node:crypto";
import { messageOf } from "waymark";
import type { Link, LinkEvents, Reply } from "./link.ts";

/** Thrown instead of an answer. The message holds no address, as one may have a password. */
export class RedisUnavailable extends Error {
  override readonly name = "RedisUnavailable";
}

export interface Script {
  readonly text: string;
  readonly sha: string;
}

export function defineScript(text: string): Script {
  return { text, sha: hash("sha1", text, "hex") };
}

/** Failures in a row after which no command is sent for a while. */
const MAX_FAILURES = 3;
/** Milliseconds from one probe to the next. */
const PROBE_MS = 1000;
/** Age of a probe without an answer at which its connection is given up, in milliseconds. */
const HANGING_MS = 4000;

export class Connection {
  readonly #timeoutMs: number;
  readonly #makeLink: (events: LinkEvents) => Promise<Link>;
  readonly #listeners = new Set<(isUp: boolean) => void>();
  #link: Link | undefined;
  #failures = 0;
  #isUp = false;
  #isClosed = false;
  #fault: string | undefined;
  #probedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Commands sent so far, probes included. */
  calls = 0;

  constructor(makeLink: (events: LinkEvents) => Promise<Link>, timeoutMs: number) {
    this.#makeLink = makeLink;
    this.#timeoutMs = timeoutMs;
  }

  /** False while Redis does not answer. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Cause of the latest loss of the connection; undefined while Redis answers, and if the cause is not known. */
  get fault(): string | undefined {
    return this.#isUp ? undefined : this.#fault;
  }

  /** Runs `listener` at each change of `isUp`. */
  onChange(listener: (isUp: boolean) => void): void {
    this.#listeners.add(listener);
  }

  /** Connects, and resolves when Redis answers or after `ms`. Goes on trying then. */
  async open(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onChange(() => resolve());
    const timer = setTimeout(resolve, ms);
    this.#timer = setInterval(() => {
      if (this.#isUp) this.run("", ["PING"], PROBE_MS).catch(() => undefined); // counted
      else void this.#probe();
    }, PROBE_MS).unref();
    await this.#connect();
    await promise;
    clearTimeout(timer);
  }

  /** Sends a command about `key`. Rejects with {@link RedisUnavailable}. */
  async run(key: string, command: readonly string[], timeoutMs = this.#timeoutMs): Promise<Reply> {
    if (!this.#isUp) throw new RedisUnavailable("Redis does not answer");
    try {
      const reply = await this.#send(key, command, timeoutMs);
      this.#failures = 0;
      return reply;
    } catch (error) {
      if (isNoScript(error)) throw error;
      this.#failures++;
      if (this.#failures >= MAX_FAILURES) this.#change(false);
      if (error instanceof RedisUnavailable) throw error;
      throw new RedisUnavailable(`Redis failed: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Runs a script on keys, which all belong to the same slot of a cluster. */
  async eval(
    { text, sha }: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
    timeoutMs?: number,
  ): Promise<Reply> {
    const [key = ""] = keys;
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    try {
      return await this.run(key, ["EVALSHA", sha, ...rest], timeoutMs);
    } catch (error) {
      if (!isNoScript(error)) throw error;
      return this.run(key, ["EVAL", text, ...rest], timeoutMs);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
    clearInterval(this.#timer);
    this.#drop();
  }

  async #connect(): Promise<void> {
    const link = await this.#makeLink({
      onReady: () => void this.#probe(),
      onLost: (cause) => {
        this.#fault = messageOf(cause);
        this.#change(false);
      },
    });
    if (this.#isClosed) return link.destroy();
    this.#link = link;
    void link.connect().catch(() => undefined); // the probes tell
  }

  #drop(): void {
    this.#link?.destroy();
    this.#link = undefined;
  }

  /** Asks if Redis answers, over a new connection if this one hangs. */
  async #probe(): Promise<void> {
    const now = performance.now();
    if (this.#probedAt !== undefined) {
      if (now - this.#probedAt < HANGING_MS) return;
      this.#drop();
      await this.#connect();
    }
    this.#probedAt = now;
    try {
      await this.#send("", ["PING"], HANGING_MS);
      this.#failures = 0;
      this.#change(true);
      this.#probedAt = undefined;
    } catch (error) {
      // No answer at all: the connection hangs. Others fail at once, and are made again by the client.
      if (!(error instanceof RedisUnavailable)) this.#probedAt = undefined;
    }
  }

  #send(key: string, command: readonly string[], timeoutMs: number): Promise<Reply> {
    const link = this.#link;
    if (link === undefined) return Promise.reject(new Error("the connection is not open"));
    this.calls++;
    return new Promise((resolve, reject) => {
      // After a pause of this process, answers may wait to be read: they are, before an immediate runs.
      const giveUp = () =>
        setImmediate(() => reject(new RedisUnavailable(`Redis took longer than ${timeoutMs} ms`)));
      const timer = setTimeout(giveUp, timeoutMs).unref();
      void link
        .send(key, command)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  #change(isUp: boolean): void {
    if (this.#isUp === isUp || this.#isClosed) return;
    this.#isUp = isUp;
    if (isUp) this.#fault = undefined;
    for (const listener of this.#listeners) listener(isUp);
  }
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("NOSCRIPT");
}
