/**
 * Answers the requests of one route: identify, admit, accept, produce, encode, precondition, finish. Everything that does
 * not depend on the request is worked out when the responder is made.
 */
import { bodyTypesOf } from "../../../registry/contract/route/route-keys.ts";
import type { BodyInfo, Call, Outcome, Reply } from "../../../registry/contract/call/call.ts";
import { traceOf } from "../../../registry/schema/words.ts";
import type { ErrorEntry } from "../../../registry/contract/plugin/declarations.ts";
import type { CompiledPolicy } from "../../../registry/contract/policy/compiled-policy.ts";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { Recording } from "../../../registry/contract/policy/recording.ts";
import type { Log, MaybePromise } from "../../../registry/contract/types.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { idsOf } from "../request/call.ts";
import {
  codingSelector,
  languageOfCall,
  mediaTypeSelector,
  PAGE,
  type CodingChoice,
} from "../request/negotiate.ts";
import { ClientLeft } from "../request/collect-body.ts";
import { DispatchedCall } from "../request/internal-call.ts";
import { Refused, toFailure } from "../../host/support/refusal.ts";
import { offeredCodings, planReply, type EncodedBody, type PlannedReply } from "./body.ts";
import { createErrorWriter, type ErrorWriter } from "./error-body.ts";
import { finish, type Answer } from "./finish.ts";
import { collectHooks, Gate, type Hook } from "./gate.ts";
import { andThen, inTurn } from "./in-turn.ts";
import { requests, watchRequest } from "./watch-request.ts";
import {
  ABANDONED,
  NO_BODY_INFO,
  withoutBody,
  type ByteStream,
  type Produced,
  type Producer,
  type ReplyHead,
} from "./produced.ts";

/** Context that all responders of a revision share. */
export interface ResponderContext {
  readonly catalog: ReadonlyMap<string, ErrorEntry>;
  readonly log: Log;
}

/** Work of a responder once a request is admitted. */
type Act = (responder: Responder, call: Call) => MaybePromise<Answer>;

export class Responder {
  readonly route: SealedRoute;
  readonly #produce: Producer;
  readonly #context: ResponderContext;
  readonly #plans: SealedRoute["plans"];
  readonly #gate: Gate;
  /** True for reads. After a write nothing is refused: neither for a coding nor for a condition. */
  readonly #isRead: boolean;
  readonly #preconditions: readonly Hook<"precondition">[];
  readonly #observers: readonly Hook<"observe">[];
  readonly #selectMediaType: (accept: string | undefined) => number;
  readonly #selectLanguage: (call: Call) => number;
  readonly #selectCoding: (acceptEncoding: string | undefined) => CodingChoice;
  readonly #records: CompiledPolicy["records"];
  /** Responder of recorded requests, made for the first one. */
  #recorder: Responder | undefined;
  /** Writer of errors, made for the first refusal: most routes of a large service never refuse. */
  #writeError: ErrorWriter | undefined;
  /** Name, value, …: headers that say which bodies the route takes, for refusals of others (RFC 9110, section 15.5.16). */
  readonly #acceptedBodies: readonly string[];

  constructor(
    route: SealedRoute,
    produce: Producer,
    context: ResponderContext,
    policies = route.policies,
  ) {
    this.route = route;
    this.#produce = produce;
    this.#context = context;
    this.#plans = route.plans;
    const bodies = bodyTypesOf(route).join(", ");
    this.#acceptedBodies = ["Accept", bodies, ...route.accepts];
    this.#gate = new Gate(policies);
    this.#isRead = route.method === "GET";
    this.#preconditions = collectHooks({ policies }, "precondition");
    this.#observers = collectHooks({ policies }, "observe");
    this.#records = policies.find(({ compiled }) => compiled.records)?.compiled.records;
    const { mediaTypes, view } = route;
    this.#selectMediaType = mediaTypeSelector(view ? [...mediaTypes, PAGE] : mediaTypes);
    this.#selectLanguage = languageOfCall(route);
    this.#selectCoding = codingSelector(offeredCodings(route).map(({ name }) => name));
  }

  /** Answers GET, HEAD and the route's write method. */
  respond(call: Call): MaybePromise<Answer> {
    return this.#run(call, Responder.#inTurn);
  }

  /** Refuses after identify and admit, so that a refused request is identified and counted like any other. */
  refuse(call: Call, refusal: Refusal): MaybePromise<Answer> {
    return this.#run(call, (one) => one.#fail(call, refusal));
  }

  /** Answers OPTIONS (RFC 9110, section 9.3.7). */
  options(call: Call): MaybePromise<Answer> {
    const head = { status: 204, allow: call.allow, accepts: this.route.accepts };
    return this.#run(call, (one) => one.#send(call, "options", withoutBody(head)));
  }

  /** Sends the client to another form of the same URL. */
  redirect(call: Call, status: number, location: string): MaybePromise<Answer> {
    const head = { status, location };
    return this.#run(call, (one) => one.#send(call, "redirect", withoutBody(head)));
  }

  #run(call: Call, act: Act): MaybePromise<Answer> {
    const recording = this.#records?.begin(call);
    if (recording !== undefined) return this.#record(call, act, recording);
    return requests.isWatched
      ? watchRequest(call, () => this.#answer(call, act))
      : this.#answer(call, act);
  }

  async #record(call: Call, act: Act, recording: Recording): Promise<Answer> {
    const { record, recordedPolicies, recordedProducer } = await import("./recording.ts");
    const one = (this.#recorder ??= new Responder(
      this.route,
      recordedProducer(this.#produce),
      this.#context,
      recordedPolicies(this.route),
    ));
    return record(call, recording, () => one.#run(call, act));
  }

  #answer(call: Call, act: Act): MaybePromise<Answer> {
    try {
      const refusal = this.#gate.enter(call);
      const answer =
        refusal === undefined
          ? act(this, call)
          : refusal instanceof Promise
            ? refusal.then((late) =>
                late === undefined ? act(this, call) : this.#fail(call, late),
              )
            : this.#fail(call, refusal);
      return answer instanceof Promise
        ? answer.catch((error: unknown) => this.#recover(call, error))
        : answer;
    } catch (error) {
      return this.#recover(call, error);
    }
  }

  static readonly #inTurn: Act = (one, call) => inTurn(call, () => one.#negotiate(call));

  #negotiate(call: Call): MaybePromise<Answer> {
    const mediaType = this.#selectMediaType(call.header("accept"));
    if (mediaType === -1)
      return this.#refuseChoice(call, "Accept", "media type", this.route.mediaTypes);
    const language = this.#selectLanguage(call);
    const produced = this.#produce(call, mediaType, language);
    return produced instanceof Promise
      ? produced.then((late) => this.#sendProduced(call, late))
      : this.#sendProduced(call, produced);
  }

  #sendProduced(call: Call, produced: Produced): MaybePromise<Answer> {
    const { status } = produced.head;
    const outcome = status >= 400 ? "error" : status >= 300 ? "redirect" : "ok";
    return this.#send(call, outcome, produced);
  }

  #send(call: Call, outcome: Outcome, produced: Produced): MaybePromise<Answer> {
    const coding = this.#selectCoding(call.header("accept-encoding"));
    const { variants } = produced;
    if (coding.unacceptable && variants !== undefined && outcome === "ok" && this.#isRead) {
      const codings = ["identity", ...offeredCodings(this.route).map(({ name }) => name)];
      return this.#refuseChoice(call, "Accept-Encoding", "coding", codings);
    }
    const body = variants?.get(coding.index, coding.identityRefused);
    return body instanceof Promise
      ? body.then((late) => this.#sendBody(call, outcome, produced, late))
      : this.#sendBody(call, outcome, produced, body);
  }

  #sendBody(
    call: Call,
    outcome: Outcome,
    produced: Produced,
    body: EncodedBody | undefined,
  ): MaybePromise<Answer> {
    const { head, facts, stream, stored, plans = this.#plans } = produced;
    const planned = planReply(plans, outcome, body, head.status, facts);
    const verdict = outcome === "ok" ? this.#precondition(call, planned.reply) : undefined;
    if (verdict === undefined && stored !== undefined) {
      const part = stored(call);
      if (part.refusal !== undefined) return this.#fail(call, part.refusal, part.facts);
      const { status, stream: bytes } = part;
      const ofPart = planReply(plans, "ok", undefined, status, part.facts);
      return this.#finish(call, ofPart, undefined, head, bytes);
    }
    if (verdict === undefined) return this.#finish(call, planned, body, head, stream);
    if (verdict === 304) {
      const notModified = planReply(plans, "notModified", body, 304, facts);
      return this.#finish(call, notModified, body);
    }
    return this.#fail(call, {
      code: "precondition-failed",
      detail:
        "The condition does not match the current ETag of this resource. Fetch it again and retry.",
    });
  }

  #refuseChoice(
    call: Call,
    header: string,
    what: string,
    offered: readonly string[],
  ): MaybePromise<Answer> {
    return this.#fail(call, {
      code: "not-acceptable",
      detail: `${header} rules out every ${what} on offer. Ask for one of: ${offered.join(", ")}.`,
    });
  }

  #precondition(call: Call, reply: Reply): 304 | 412 | undefined {
    for (const { compiled, run } of this.#preconditions) {
      const verdict = run.call(compiled, call, reply);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  /** Answers a refusal in the error form that the client prefers. */
  #fail(call: Call, refusal: Refusal, facts: BodyInfo = NO_BODY_INFO): MaybePromise<Answer> {
    const failure = toFailure(refusal, this.#context.catalog);
    const { status, code, retryAfter, location } = failure;
    const writeError = (this.#writeError ??= createErrorWriter(this.route));
    return andThen(writeError(call, failure), ({ body, language, plans }) => {
      const planned = planReply(plans, "error", body, status, facts, failure);
      return this.#finish(call, planned, body, {
        status,
        language,
        location,
        retryAfter,
        allow: status === 405 ? call.allow : undefined,
        accepts: code === "unsupported-media-type" ? this.#acceptedBodies : undefined,
      });
    });
  }

  #finish(
    call: Call,
    planned: PlannedReply,
    body: EncodedBody | undefined,
    head?: ReplyHead,
    stream?: ByteStream,
  ): Answer {
    const answer = finish(call, planned, body, head, stream);
    if (call instanceof DispatchedCall) call.outside(() => this.#observe(call, planned.reply));
    else this.#observe(call, planned.reply);
    return answer;
  }

  #observe(call: Call, reply: Reply): void {
    for (const { compiled, index, run } of this.#observers)
      run.call(compiled, call, reply, call.states[index] as never);
  }

  /** Answers a thrown value: a refusal, or a bug, which is logged with the request's id and hidden from the client. */
  #recover(call: Call, error: unknown): MaybePromise<Answer> {
    if (error instanceof Refused) {
      const { code } = error.refusal;
      if (this.#context.catalog.has(code)) return this.#fail(call, error.refusal);
      return this.#recover(
        call,
        new Error(
          `the handler failed with ${code}, which is not in the catalog of errors: declare it, errors: { "${code}": { status: 409, message: "…" } }`,
        ),
      );
    }
    if (error instanceof ClientLeft) return this.#finish(call, ABANDONED, undefined);
    this.#context.log.error("a request failed", {
      ...idsOf(call),
      route: this.route.ref,
      plugin: this.route.plugin,
      error: traceOf(error),
    });
    return this.#fail(call, { code: "internal-error" });
  }
}
