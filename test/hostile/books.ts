/** A client of the ledger that remembers each write, and compares with what is there after a kill. */
import { randomUUID } from "node:crypto";
import type { Entry, Sum } from "./ledger.ts";

/** Writes of one client that replace an amount, of all its writes. */
const AMENDED = 0.3;

/** A write, as the client knows it. */
interface Known {
  readonly nonce: string;
  readonly first: number;
  /** The answer to the POST, once it came. */
  text?: string;
  /** Entry in the latest answer. */
  entry?: Entry;
  /** The amount of a PUT that was not answered. */
  asked?: number;
}

export class Books {
  readonly faults: string[] = [];
  readonly counts = { acknowledged: 0, uncertain: 0, kept: 0, replayed: 0 };
  readonly #random: () => number;
  readonly #known = new Map<string, Known>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Versions by path: as many changes were made of each entry. */
  get changes(): ReadonlyMap<string, number> {
    const entries = [...this.#known.values()].flatMap(({ entry }) => entry ?? []);
    return new Map(entries.map(({ id, version }) => [`/api/entries/${id}`, version]));
  }

  /** Writes until the signal. Requests that the end of the server cuts are uncertain. */
  async load(origin: string, signal: AbortSignal): Promise<void> {
    const own: Known[] = [];
    while (!signal.aborted) {
      const known = this.#random() < AMENDED ? own.at(-1) : undefined;
      if (known?.entry !== undefined && known.asked === undefined) {
        await this.#amend(origin, known, known.entry);
        continue;
      }
      const added = { nonce: randomUUID(), first: this.#amount() };
      this.#known.set(added.nonce, added);
      own.push(added);
      await this.#add(origin, added);
    }
  }

  /** Each acknowledged write is there once and whole; each uncertain one is so, or not at all. */
  async verify(origin: string): Promise<void> {
    const { entries } = await read<{ entries: Entry[] }>(origin, "/api/entries");
    const sum = await read<Sum>(origin, "/api/sum");
    const amount = entries.reduce((total, entry) => total + entry.amount, 0);
    if (sum.entries !== entries.length || sum.amount !== amount)
      this.faults.push(`${entries.length} entries of ${amount}, but ${JSON.stringify(sum)}`);
    const there = new Map(entries.map((entry) => [entry.nonce, entry]));
    if (there.size < entries.length) this.faults.push("a write was made twice");
    for (const { nonce } of entries)
      if (!this.#known.has(nonce)) this.faults.push(`the entry ${nonce} was never sent`);
    for (const known of this.#known.values()) this.#compare(known, there.get(known.nonce));
  }

  /** Repeats what is uncertain, and some of what is not, with their keys. */
  async settle(origin: string, repeated: number): Promise<void> {
    const all = [...this.#known.values()];
    const answered = all.filter(({ text }) => text !== undefined);
    for (let n = 0; n < repeated && answered.length > 0; n++)
      await this.#repeat(origin, answered[Math.floor(this.#random() * answered.length)]!); // below its length
    for (const known of all) if (known.text === undefined) await this.#repeat(origin, known);
  }

  #compare(known: Known, there: Entry | undefined): void {
    const { nonce, first, entry, asked } = known;
    if (entry === undefined) {
      if (there === undefined) return;
      if (there.version !== 1 || there.amount !== first)
        this.faults.push(`the entry ${nonce} is not as it was sent: ${JSON.stringify(there)}`);
      known.entry = there;
      this.counts.kept += 1;
      return;
    }
    const after =
      asked === undefined ? entry : { ...entry, amount: asked, version: entry.version + 1 };
    if (isSame(there, after) && asked !== undefined) this.counts.kept += 1;
    if (isSame(there, after)) known.entry = after;
    else if (!isSame(there, entry))
      this.faults.push(
        `${JSON.stringify(entry)} was acknowledged, but is ${JSON.stringify(there)}`,
      );
    delete known.asked;
  }

  async #repeat(origin: string, known: Known): Promise<void> {
    const { nonce, text, entry } = known;
    const again = await post(origin, known);
    const isReplayed = again.headers.get("idempotency-replayed") === "true";
    const answer = await again.text();
    if (again.status !== 201 || isReplayed !== (entry !== undefined))
      this.faults.push(
        `the repeated write ${nonce} ${entry === undefined ? "left nothing" : "was kept"}, and was answered with ${again.status}, replayed: ${isReplayed}, ${answer}`,
      );
    if (text !== undefined && answer !== text)
      this.faults.push(`the answer to ${nonce} was ${text}, and is replayed as ${answer}`);
    this.counts.replayed += Number(isReplayed);
    if (again.status !== 201) return;
    known.text = answer;
    known.entry ??= JSON.parse(answer) as Entry; // as the ledger declares it
  }

  async #add(origin: string, known: Known): Promise<void> {
    try {
      const answer = await post(origin, known);
      const text = await answer.text();
      if (!this.#isTaken(answer, 201, text)) return;
      known.text = text;
      known.entry = JSON.parse(text) as Entry; // as the ledger declares it
    } catch {
      this.counts.uncertain += 1;
    }
  }

  async #amend(origin: string, known: Known, entry: Entry): Promise<void> {
    const amount = (known.asked = this.#amount());
    try {
      const answer = await send(`${origin}/api/entries/${entry.id}`, "PUT", { nonce: "", amount });
      const text = await answer.text();
      if (!this.#isTaken(answer, 200, text)) return;
      known.entry = JSON.parse(text) as Entry; // as the ledger declares it
      delete known.asked;
    } catch {
      this.counts.uncertain += 1;
    }
  }

  #isTaken({ status }: Response, wanted: number, text: string): boolean {
    if (status === wanted) this.counts.acknowledged += 1;
    else this.faults.push(`a write was answered with ${status}: ${text}`);
    return status === wanted;
  }

  #amount(): number {
    return Math.floor(this.#random() * 1000);
  }
}

function isSame(one: Entry | undefined, other: Entry): boolean {
  const { id, amount, version } = one ?? {};
  return id === other.id && amount === other.amount && version === other.version;
}

function post(origin: string, { nonce, first }: Known): Promise<Response> {
  const headers = { "idempotency-key": `"${nonce}"` };
  return send(`${origin}/api/entries`, "POST", { nonce, amount: first }, headers);
}

function send(url: string, method: string, body: object, headers = {}): Promise<Response> {
  return fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function read<T>(origin: string, path: string): Promise<T> {
  const answer = await fetch(`${origin}${path}`);
  return (await answer.json()) as T; // as the ledger declares it
}
