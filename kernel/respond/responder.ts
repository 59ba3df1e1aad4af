/**
 * Answers the requests of one route: identify, admit, accept, produce, encode, precondition, finish. Everything that can
 * be known beforehand is worked out when the responder is made.
 */
import { traceOf } from "../../registry/contract/finding.ts";
import type { BodyFacts, Call, Failure, Outcome, Reply } from "../../registry/contract/call.ts";
import type { ErrorEntry } from "../../registry/contract/declarations.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { Compiled, Refusal } from "../../registry/contract/compiled-policy.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { BODY_MEDIA_TYPE } from "../../registry/seal/route-facts.ts";
import { prepare, type Body, type Prepared } from "./body.ts";
import { errorBodiesOf, type ErrorBody } from "./error-body.ts";
import { Refused, toFailure } from "../request/refusal.ts";
import { finish, type Answer, type OwnHeaders } from "./finish.ts";
import {
  codingSelector,
  languageSelector,
  mediaTypeSelector,
  type CodingChoice,
} from "../request/negotiate.ts";
import { bodyless, codingsOf, NO_FACTS, type Producer, type Product } from "./produced.ts";

/** What all responders of a registry share. */
export interface Surroundings {
  readonly catalog: ReadonlyMap<string, ErrorEntry>;
  readonly log: Log;
}

type HookName = "begin" | "admit" | "precondition" | "observe";

/** A policy's function for one stage. All have one shape and are found beforehand, as every request calls every one. */
interface Hook<Name extends HookName> {
  /** The place of the policy's state in a call. */
  readonly index: number;
  readonly compiled: Compiled;
  readonly run: NonNullable<Compiled[Name]>;
}

/** By stage, so that no request asks a policy for a hook that it does not have. */
function hooksOf<Name extends HookName>(
  { policies }: SealedRoute,
  name: Name,
): readonly Hook<Name>[] {
  return policies.flatMap(({ index, compiled }) => {
    const run = compiled[name];
    return run === undefined ? [] : [{ index, compiled, run }];
  });
}

export class Responder {
  readonly route: SealedRoute;
  readonly #produce: Producer;
  readonly #around: Surroundings;
  readonly #plans: SealedRoute["plans"];
  readonly #begins: readonly Hook<"begin">[];
  readonly #admits: readonly Hook<"admit">[];
  readonly #preconditions: readonly Hook<"precondition">[];
  readonly #observers: readonly Hook<"observe">[];
  readonly #selectMediaType: (accept: string | undefined) => number;
  readonly #selectLanguage: (call: Call) => number;
  readonly #selectCoding: (acceptEncoding: string | undefined) => CodingChoice;
  readonly #errorBody: (call: Call, failure: Failure) => ErrorBody;
  /** What a refused body could have been (RFC 9110, section 15.5.16). */
  readonly #bodies: readonly string[];

  constructor(route: SealedRoute, produce: Producer, around: Surroundings) {
    this.route = route;
    this.#produce = produce;
    this.#around = around;
    this.#plans = route.plans;
    this.#bodies = ["Accept", BODY_MEDIA_TYPE, ...route.accepts];
    this.#begins = hooksOf(route, "begin");
    this.#admits = hooksOf(route, "admit");
    this.#preconditions = hooksOf(route, "precondition");
    this.#observers = hooksOf(route, "observe");
    this.#selectMediaType = mediaTypeSelector(route.mediaTypes);
    const select = languageSelector(route.declaration.languages ?? []);
    this.#selectLanguage =
      select === undefined ? () => 0 : (call) => select(call.header("accept-language"));
    this.#selectCoding = codingSelector(codingsOf(route).map((coding) => coding.name));
    this.#errorBody = errorBodiesOf(route);
  }

  /** Answers GET, HEAD and the route's write method. */
  respond(call: Call): MaybePromise<Answer> {
    return this.#run(call, this.#accept);
  }

  /** Refuses after the stages that come before: a refused request is identified and counted like any other. */
  refuse(call: Call, refusal: Refusal): MaybePromise<Answer> {
    return this.#run(call, () => this.#fail(call, refusal));
  }

  /** Answers OPTIONS (RFC 9110, section 9.3.7). */
  options(call: Call): MaybePromise<Answer> {
    const own = { allow: call.allow, accepts: this.route.accepts };
    return this.#run(call, () => this.#send(call, "options", bodyless(204, own)));
  }

  /** Sends the client to another form of the same URL. */
  redirect(call: Call, status: number, location: string): MaybePromise<Answer> {
    return this.#run(call, () => this.#send(call, "redirect", bodyless(status, { location })));
  }

  #run(call: Call, act: (call: Call) => MaybePromise<Answer>): MaybePromise<Answer> {
    try {
      const refusal = this.#enter(call, 0);
      const answer =
        refusal === undefined
          ? act(call)
          : refusal instanceof Promise
            ? refusal.then((late) => (late === undefined ? act(call) : this.#fail(call, late)))
            : this.#fail(call, refusal);
      return answer instanceof Promise
        ? answer.catch((error: unknown) => this.#recover(call, error))
        : answer;
    } catch (error) {
      return this.#recover(call, error);
    }
  }

  /** Stages identify and admit. All states exist before the first policy may refuse, as every answer needs them. */
  #enter(call: Call, from: number): MaybePromise<Refusal | undefined> {
    for (let i = from; i < this.#begins.length; i++) {
      const { index, compiled, run } = this.#begins[i] as Hook<"begin">; // within bounds
      const state: unknown = run.call(compiled, call);
      if (state instanceof Promise) {
        return state.then((value) => {
          call.states[index] = value;
          return this.#enter(call, i + 1);
        });
      }
      call.states[index] = state;
    }
    return this.#admit(call, 0);
  }

  #admit(call: Call, from: number): MaybePromise<Refusal | undefined> {
    for (let i = from; i < this.#admits.length; i++) {
      const { index, compiled, run } = this.#admits[i] as Hook<"admit">; // within bounds
      const refusal = run.call(compiled, call, call.states[index] as never);
      if (refusal instanceof Promise) {
        return refusal.then((value) => value ?? this.#admit(call, i + 1));
      }
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  readonly #accept = (call: Call): MaybePromise<Answer> => {
    const mediaType = this.#selectMediaType(call.header("accept"));
    if (mediaType === -1) {
      return this.#fail(call, {
        code: "not-acceptable",
        detail: `Accept rules out every media type on offer. Ask for one of: ${this.route.mediaTypes.join(", ")}.`,
      });
    }
    const language = this.#selectLanguage(call);
    const product = this.#produce(call, mediaType, language);
    return product instanceof Promise
      ? product.then((made) => this.#encode(call, made))
      : this.#encode(call, product);
  };

  #encode(call: Call, product: Product): Answer {
    const outcome = product.status >= 400 ? "error" : product.status >= 300 ? "redirect" : "ok";
    return this.#send(call, outcome, product);
  }

  #send(call: Call, outcome: Reply["outcome"], product: Product): Answer {
    const coding = this.#selectCoding(call.header("accept-encoding"));
    if (coding.unacceptable && product.variants !== undefined && outcome === "ok") {
      return this.#fail(call, {
        code: "not-acceptable",
        detail: `Accept-Encoding rules out every coding on offer. Ask for one of: ${["identity", ...codingsOf(this.route).map(({ name }) => name)].join(", ")}.`,
      });
    }
    const body = product.variants?.in(coding.index, coding.identityRefused);
    const { status, facts, own, stream } = product;
    const prepared = this.#prepare(outcome, body, status, facts);
    const verdict = outcome === "ok" ? this.#precondition(call, prepared.reply) : undefined;
    if (verdict === undefined) return this.#finish(call, prepared, body, own, stream);
    if (verdict === 304)
      return this.#finish(call, this.#prepare("notModified", body, 304, facts), body);
    return this.#fail(call, {
      code: "precondition-failed",
      detail:
        "The condition does not match the current ETag of this resource. Fetch it again and retry.",
    });
  }

  #prepare(
    outcome: Outcome,
    body: Body | undefined,
    status: number,
    facts: BodyFacts,
    failure?: Failure,
  ): Prepared {
    const plan = this.#plans[outcome];
    return body === undefined
      ? prepare({ outcome, status, representation: undefined, failure, facts }, plan)
      : body.on(outcome, plan, status, facts, failure);
  }

  #precondition(call: Call, reply: Reply): 304 | 412 | undefined {
    for (const { compiled, run } of this.#preconditions) {
      const verdict = run.call(compiled, call, reply);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  /** Turns a refusal into the error form that the client prefers. */
  #fail(call: Call, refusal: Refusal): Answer {
    const failure = toFailure(refusal, this.#around.catalog);
    const { body, language } = this.#errorBody(call, failure);
    const prepared = this.#prepare("error", body, failure.status, NO_FACTS, failure);
    return this.#finish(call, prepared, body, {
      language,
      retryAfter: failure.retryAfter,
      allow: failure.status === 405 ? call.allow : undefined,
      accepts: failure.code === "unsupported-media-type" ? this.#bodies : undefined,
    });
  }

  #finish(
    call: Call,
    prepared: Prepared,
    body: Body | undefined,
    own?: OwnHeaders,
    stream?: ReadableStream<Uint8Array>,
  ): Answer {
    const { reply } = prepared;
    const answer = finish(call, prepared, body, own, stream);
    for (const { compiled, index, run } of this.#observers)
      run.call(compiled, call, reply, call.states[index] as never);
    return answer;
  }

  /** What was thrown is a refusal or a bug; a bug is logged under the request's id and tells the client nothing. */
  #recover(call: Call, error: unknown): Answer {
    if (error instanceof Refused) {
      const { code } = error.refusal;
      if (this.#around.catalog.has(code)) return this.#fail(call, error.refusal);
      return this.#recover(
        call,
        new Error(`the handler failed with ${code}, which is not in the catalog of errors`),
      );
    }
    this.#around.log.error("a request failed", {
      requestId: call.requestId,
      route: this.route.ref,
      error: traceOf(error),
    });
    return this.#fail(call, { code: "internal-error" });
  }
}
