/** Answers that are kept while the data that they were read from stays the same. */
import { LRUCache } from "lru-cache";
import type { Runtime } from "waymark/services";

/** Bytes of kept answers and their keys, about. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What an answer takes besides its objects, and what those take as a multiple of their JSON. */
const ANSWER_BYTES = 1000;
const OBJECTS = 4;
/** Bytes of the keys of answers that were asked for once. */
const MAX_BYTES_ONCE = 256 * 1024;

/** The routes that a query reads, with the version of their data before the first read of each. */
export class Sources {
  readonly #runtime: Pick<Runtime, "versionOf">;
  readonly #versions = new Map<string, string | number | undefined>();

  constructor(runtime: Pick<Runtime, "versionOf">) {
    this.#runtime = runtime;
  }

  /** To be called before a route is read. */
  add(ref: string): void {
    if (!this.#versions.has(ref)) this.#versions.set(ref, this.#runtime.versionOf(ref));
  }

  /** Whether the same query would read the same again. Never when data without a version was read. */
  get unchanged(): boolean {
    for (const [ref, version] of this.#versions)
      if (version === undefined || this.#runtime.versionOf(ref) !== version) return false;
    return true;
  }
}

interface CachedAnswer<T> {
  readonly answer: T;
  readonly sources: Sources;
}

/**
 * Answers by everything they depend on besides data, each as long as the data it was read from stays the same. They are
 * the same for all clients: nothing that has a version depends on who asks. The least used make room.
 */
export class AnswerCache<T extends object> {
  readonly #answers: LRUCache<string, CachedAnswer<T>>;
  readonly #askedOnce = new LRUCache<string, true>({
    maxSize: MAX_BYTES_ONCE,
    sizeCalculation: (_once, key) => key.length + 100,
  });

  constructor(maxBytes = MAX_BYTES) {
    this.#answers = new LRUCache({ maxSize: maxBytes });
  }

  get(key: string): T | undefined {
    const kept = this.#answers.get(key);
    if (kept === undefined || kept.sources.unchanged) return kept?.answer;
    this.#answers.delete(key);
    return undefined;
  }

  /**
   * Keeps an answer, unless what it was made from has changed meanwhile or can change unseen. Not the first time: keeping
   * takes half as long as making, and many an answer is asked for once.
   */
  add(key: string, answer: T, sources: Sources): void {
    if (!sources.unchanged) return;
    if (!this.#askedOnce.has(key)) return void this.#askedOnce.set(key, true);
    const text = JSON.stringify(answer);
    // As JSON gives it: the executor's objects have no prototype, and take longer to write.
    const kept = { answer: JSON.parse(text) as T, sources };
    const size = key.length + ANSWER_BYTES + OBJECTS * text.length;
    this.#answers.set(key, kept, { size });
  }
}
