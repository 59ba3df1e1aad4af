/** Shared state of the fields of one query: its request, the number of items left, and reads that are made together. */
import { GraphQLError, type FieldNode } from "graphql";
import type { CatalogEntry, TimeSlices } from "waymark/advanced";
import type { InnerAnswer, InnerRequest, ReadOptions, Read, Runtime } from "waymark/services";
import { Sources } from "./answer-cache.ts";
import type { AnswerSize } from "./answer-size.ts";

/** Caller of a query: the call that its handler received. */
export type Within = NonNullable<ReadOptions["onBehalfOf"]>;
type Params = Readonly<Record<string, string>>;

/** Field of the answer: its place there, and its nodes in the query. */
interface Field {
  readonly path: string;
  readonly nodes: readonly FieldNode[];
}

/** Waiting read, made together with others of the same route and query. */
interface Waiting {
  readonly params: Params;
  readonly resolve: (read: Read) => void;
  readonly reject: (reason: unknown) => void;
}

interface Bounds {
  readonly size: AnswerSize;
  readonly slices: TimeSlices;
  readonly maxItems: number;
}

/** Errors in one answer at most. */
export const MAX_ERRORS = 50;

export class QueryContext {
  /** Cursors of next pages, by the path of their list. */
  readonly next: Record<string, string> = {};
  readonly sources: Sources;
  readonly size: AnswerSize;
  /** Fields that have written, in their order. */
  readonly written: string[] = [];
  readonly #slices: TimeSlices;
  readonly #runtime: Runtime;
  readonly #within: Within;
  readonly #catalog: readonly CatalogEntry[];
  readonly #waiting = new Map<string, Waiting[]>();
  #itemsLeft: number;
  #errorsLeft = MAX_ERRORS;

  constructor(runtime: Runtime, within: Within, { size, slices, maxItems }: Bounds) {
    this.#runtime = runtime;
    this.#slices = slices;
    this.sources = new Sources(runtime);
    this.size = size;
    this.#within = within;
    this.#catalog = runtime.registry.errors;
    this.#itemsLeft = maxItems;
  }

  /** Returns the value of a route, or a promise if it has to be read. Throws a GraphQLError for a refusal. */
  read(ref: string, params: Params, search: string, field: Field): unknown {
    if (this.#slices.isOver)
      return this.#slices.pause().then(() => this.#read(ref, params, search, field));
    return this.#read(ref, params, search, field);
  }

  #read(ref: string, params: Params, search: string, field: Field): unknown {
    this.sources.add(ref);
    const cached = this.#runtime.readCached(ref, params, { search });
    if (cached !== undefined) return this.#take(cached, field);
    return this.#runtime
      .read(ref, params, { search, onBehalfOf: this.#within })
      .then((read) => this.#take(read, field));
  }

  /** Reads a list that many objects have: at once for all objects of one level. */
  async readWithOthers(
    ref: string,
    params: Params,
    search: string,
    field: Field,
  ): Promise<unknown> {
    this.sources.add(ref);
    const key = `${ref}${search}`;
    const waiting = this.#waiting.get(key) ?? [];
    const read = new Promise<Read>((resolve, reject) => {
      waiting.push({ params, resolve, reject });
    });
    if (waiting.length === 1) {
      this.#waiting.set(key, waiting);
      // After every promise that is settled now, so that a whole level of objects is waiting.
      void Promise.resolve().then(() =>
        process.nextTick(() => void this.#readAll(key, ref, search)),
      );
    }
    return this.#take(await read, field);
  }

  /** Returns the route that a request would reach. */
  routeOf(request: InnerRequest): ReturnType<Runtime["routeOf"]> {
    return this.#runtime.routeOf(request);
  }

  /** Makes the request of a field that writes; later fields are not run for a client that has left. */
  async dispatch(field: string, request: InnerRequest): Promise<InnerAnswer> {
    if (this.#within.signal.aborted || this.size.exceeded)
      throw new GraphQLError("It was not run, because the answer is over.", {
        extensions: { code: "service-unavailable", status: 503 },
      });
    const answer = await this.#runtime.dispatch(request, this.#within);
    if (answer.status < 400) this.written.push(field);
    return answer;
  }

  /** Throws the error of a field that is read, or leaves the field null if the answer has enough errors. */
  readonly fail = (error: unknown): null => {
    this.#errorsLeft -= 1;
    if (this.#errorsLeft >= 0) throw error;
    return null;
  };

  async #readAll(key: string, ref: string, search: string): Promise<void> {
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    const byParams = Map.groupBy(waiting, ({ params }) => JSON.stringify(params));
    const groups = [...byParams.values()];
    try {
      const reads = await this.#runtime.readMany(
        ref,
        groups.flatMap(([first]) => (first === undefined ? [] : [first.params])),
        { search, onBehalfOf: this.#within, atMost: this.#itemsLeft },
      );
      groups.forEach((group, index) => {
        const read = reads[index] ?? { refusal: { code: "internal-error" } };
        for (const { resolve } of group) resolve(read);
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  #take(read: Read, { path, nodes }: Field): unknown {
    if (read.refusal !== undefined) {
      const { code, detail, errors } = read.refusal;
      const { message = code, status } = this.#catalog.find((entry) => entry.code === code) ?? {};
      throw new GraphQLError(detail ?? message, {
        extensions: { code, status, ...(errors === undefined ? {} : { errors }) },
      });
    }
    const { value, next } = read;
    if (Array.isArray(value)) this.#itemsLeft -= value.length;
    if (this.#itemsLeft < 0) {
      throw new GraphQLError("The lists of the query have too many items. Ask for fewer.", {
        extensions: { code: "unprocessable-content" },
      });
    }
    const cursor =
      next === undefined ? null : new URLSearchParams(next.split("?")[1]).get("cursor");
    if (cursor !== null) this.next[path] = cursor;
    return this.size.add(value, nodes);
  }
}
