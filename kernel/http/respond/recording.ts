/** The stages of recorded requests. Each route has a second responder for them, so that other requests pay nothing. */
import type { Call, Reply } from "../../../registry/contract/call/call.ts";
import type { CompiledPolicy } from "../../../registry/contract/policy/compiled-policy.ts";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { Recording, Stage } from "../../../registry/contract/policy/recording.ts";
import type { BoundPolicy, SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { andThen } from "./in-turn.ts";
import { NodeCall } from "../request/call.ts";
import type { Answer } from "./finish.ts";
import { headerLines, headersOf } from "./head.ts";
import type { Producer } from "./produced.ts";

const recordings = new WeakMap<Call, Recording>();
const replies = new WeakMap<Call, Reply>();

const enter = (stage: Stage) => (call: Call) => void recordings.get(call)?.enter(stage);

/** Answers a request, and reports its stages. */
export async function record(
  call: Call,
  recording: Recording,
  answer: () => MaybePromise<Answer>,
): Promise<Answer> {
  recordings.set(call, recording);
  const { response } = call instanceof NodeCall ? call : {};
  response?.once("close", () => recording.ended());
  enter("identify")(call);
  try {
    const answered = await answer();
    const reply = replies.get(call);
    if (reply === undefined) return answered;
    const headers = headersOf(answered.head);
    const added = recording.answered(reply, headers, describe(call));
    return { ...answered, head: headerLines(withHeaders(headers, added)) };
  } finally {
    if (response === undefined) recording.ended();
  }
}

function describe(call: Call & { readonly route: Partial<SealedRoute> }): Map<string, string> {
  const texts = (call.route.policies ?? []).flatMap(({ policy, index, compiled }) => {
    const text = compiled.describe?.(call, call.states[index] as never);
    return text === undefined ? [] : [[policy.id, text] as const];
  });
  return new Map(texts);
}

/** Adds headers to an answer; a list header that it has already becomes longer. */
function withHeaders(headers: readonly string[], added: Readonly<Record<string, string>>) {
  const all = [...headers];
  for (const [name, value] of Object.entries(added)) {
    const at = all.findIndex((one, index) => index % 2 === 0 && one === name);
    if (at === -1 || name === "Set-Cookie") all.push(name, value);
    else all[at + 1] += `, ${value}`;
  }
  return all;
}

/** Returns the route's policies with reports of their hooks, and of the ends of stages. */
export function recordedPolicies({ policies }: SealedRoute): readonly BoundPolicy[] {
  return [
    boundary({ admit: enter("admit"), precondition: enter("precondition") }),
    ...policies.map((bound) => ({ ...bound, compiled: recorded(bound) })),
    boundary({
      admit: enter("accept"),
      precondition: enter("finish"),
      observe(call, reply) {
        enter("finish")(call);
        replies.set(call, reply);
        enter("write")(call);
      },
    }),
  ];
}

/** Makes a policy without a state. The last one guards, because guards admit after all others. */
function boundary(compiled: CompiledPolicy): BoundPolicy {
  return { policy: { id: "", guards: compiled.observe !== undefined }, index: -1, compiled };
}

function recorded({ policy: { id: policy }, compiled }: BoundPolicy): CompiledPolicy {
  const { begin, admit, precondition } = compiled;
  const report = (call: Call, refusal?: Refusal, verdict?: 304 | 412) =>
    recordings.get(call)?.acted({ policy, refusal, verdict });
  const hooks: CompiledPolicy = {
    ...(begin && {
      begin(call) {
        report(call);
        return begin.call(compiled, call);
      },
    }),
    ...(admit && {
      admit: (call, state) =>
        andThen(admit.call(compiled, call, state), (refusal) => {
          report(call, refusal);
          if (refusal !== undefined) enter("finish")(call);
          return refusal;
        }),
    }),
    ...(precondition && {
      precondition(call, reply) {
        const verdict = precondition.call(compiled, call, reply);
        report(call, undefined, verdict);
        if (verdict !== undefined) enter("finish")(call);
        return verdict;
      },
    }),
  };
  const { records: _, ...others } = compiled;
  return { ...others, ...hooks };
}

/** Returns the producer with reports of its beginning and its end. */
export function recordedProducer(produce: Producer): Producer {
  return async (call, mediaType, language) => {
    enter("produce")(call);
    try {
      const produced = await produce(call, mediaType, language);
      enter("encode")(call);
      return produced;
    } catch (error) {
      enter("finish")(call);
      throw error;
    }
  };
}
