/** The recorder of one request. */
import type { Call, Registry, Reply } from "waymark";
import {
  readHeadersOf,
  spellHeader,
  type PolicyAct,
  type Recording,
  type Stage,
} from "waymark/advanced";
import { randomId } from "../shared/cookies.ts";
import { cookieFor } from "./cookie.ts";
import { PREFERENCE, type Field, type Journey, type Reader } from "./journey.ts";

interface Keeper {
  /** Keeps a journey if its caller may have it. Returns who may read it. */
  keep(call: Call, journey: Journey): Reader | undefined;
  end(call: Call): void;
}

/** Records one request, and hands the record over once the answer is decided. */
export class Recorder implements Recording {
  readonly work: Journey["work"][number][] = [];
  readonly #call: Call;
  readonly #keeper: Keeper;
  readonly #registry: Registry;
  readonly #at = Date.now();
  readonly #stages: { readonly stage: Stage; ms: number; readonly acts: PolicyAct[] }[] = [];
  #since = performance.now();

  constructor(call: Call, keeper: Keeper, registry: Registry) {
    this.#call = call;
    this.#keeper = keeper;
    this.#registry = registry;
  }

  enter(stage: Stage): void {
    if (this.#stages.at(-1)?.stage === stage) return;
    this.#endStage();
    this.#stages.push({ stage, ms: 0, acts: [] });
  }

  acted(act: PolicyAct): void {
    this.#stages.at(-1)?.acts.push(act);
  }

  answered(
    { status, failure, representation }: Reply,
    headers: readonly string[],
    decisions: ReadonlyMap<string, string>,
  ): Readonly<Record<string, string>> {
    const call = this.#call;
    const { method, path, search, route } = call;
    const id = randomId();
    const reader = this.#keeper.keep(call, {
      id,
      at: this.#at,
      ref: route.ref,
      method,
      target: `${path}${search}`,
      sent: sentHeaders(call, this.#registry),
      status,
      failure,
      body: representation && {
        coding: representation.coding,
        byteLength: representation.byteLength,
      },
      headers: headers.flatMap((name, at) =>
        at % 2 === 0 ? [[name, headers[at + 1] ?? ""] as const] : [],
      ),
      stages: this.#stages,
      decisions,
      work: this.work,
    });
    return reader === undefined ? {} : this.#headers(id, reader, headers);
  }

  ended(): void {
    this.#endStage();
    this.#keeper.end(this.#call);
  }

  /** Returns the headers that lead its caller to the journey, and keep shared caches from them (RFC 9111, section 5.2.2.7). */
  #headers(id: string, { browser }: Reader, headers: readonly string[]) {
    const has = (name: string, part: RegExp) => part.test(headers[headers.indexOf(name) + 1] ?? "");
    return {
      "Preference-Applied": PREFERENCE,
      Link: `<${this.#registry.href("journey.showJourney", { id })}>; rel="related"; title="${PREFERENCE}"`,
      ...(has("Vary", /prefer/i) ? {} : { Vary: "Prefer" }),
      ...(has("Cache-Control", /public/) ? { "Cache-Control": 'private="Link, Set-Cookie"' } : {}),
      ...(browser === undefined ? {} : { "Set-Cookie": cookieFor(browser, this.#call) }),
    };
  }

  #endStage(): void {
    const now = performance.now();
    const last = this.#stages.at(-1);
    if (last !== undefined) last.ms = now - this.#since;
    this.#since = now;
  }
}

/** Returns the headers of a request that policies read, except credentials. */
function sentHeaders(call: Call, registry: Registry): readonly Field[] {
  const route = registry.route(call.route.ref);
  if (route === undefined) return [];
  return readHeadersOf(route).flatMap(({ name }) => {
    const value = route.credentials.includes(name) ? undefined : call.header(name);
    return value === undefined ? [] : [[spellHeader(name), value] as const];
  });
}
