/** Stages identify and admit: the one gate to a route's data, for requests and internal reads alike; and the hooks of policies. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { CompiledPolicy } from "../../../registry/contract/policy/compiled-policy.ts";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import {
  guardsOf,
  type BoundPolicy,
  type SealedRoute,
} from "../../../registry/contract/route/sealed-route.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { andThen } from "./in-turn.ts";

/** A policy's function for one stage. All hooks have the same shape, because every request calls all of them. */
export interface Hook<Name extends keyof CompiledPolicy> {
  /** The place of the policy's state in a call. */
  readonly index: number;
  readonly compiled: CompiledPolicy;
  readonly run: NonNullable<CompiledPolicy[Name]>;
}

/** Collects the hooks of one stage, so that requests skip policies without a hook. */
export function collectHooks<Name extends keyof CompiledPolicy>(
  { policies }: Pick<SealedRoute, "policies">,
  name: Name,
): readonly Hook<Name>[] {
  return policies.flatMap(({ index, compiled }) => {
    const run = compiled[name];
    return run === undefined ? [] : [{ index, compiled, run }];
  });
}

export class Gate {
  readonly #begins: readonly Hook<"begin">[];
  readonly #admits: readonly Hook<"admit">[];
  /** Hooks of `#admits` that ask every caller: no guard refuses OPTIONS, because a preflight has no credentials. */
  readonly #limits: readonly Hook<"admit">[];

  /** @param admitting the policies that may refuse. Default: all. */
  constructor(policies: readonly BoundPolicy[], admitting = policies) {
    this.#begins = collectHooks({ policies }, "begin");
    const { limits = [], guards = [] } = Object.groupBy(admitting, ({ policy }) =>
      policy.guards === true ? "guards" : "limits",
    );
    this.#limits = collectHooks({ policies: limits }, "admit");
    // A client that asks too often is refused for that, also where it may not ask at all.
    this.#admits = [...this.#limits, ...collectHooks({ policies: guards }, "admit")];
  }

  /** Returns why the call is refused. All states exist before the first policy may refuse, because every answer needs them. */
  enter(call: Call): MaybePromise<Refusal | undefined> {
    return this.#begin(call, 0);
  }

  #begin(call: Call, from: number): MaybePromise<Refusal | undefined> {
    for (let i = from; i < this.#begins.length; i++) {
      const { index, compiled, run } = this.#begins[i] as Hook<"begin">; // within bounds
      const state: unknown = run.call(compiled, call);
      if (state instanceof Promise) {
        return state.then((value) => {
          call.states[index] = value;
          return this.#begin(call, i + 1);
        });
      }
      call.states[index] = state;
    }
    return admit(call, call.method === "OPTIONS" ? this.#limits : this.#admits, 0);
  }
}

function admit(
  call: Call,
  admits: readonly Hook<"admit">[],
  from: number,
): MaybePromise<Refusal | undefined> {
  for (let i = from; i < admits.length; i++) {
    const { index, compiled, run } = admits[i] as Hook<"admit">; // within bounds
    const refusal = run.call(compiled, call, call.states[index] as never);
    if (refusal instanceof Promise) {
      return refusal.then((value) => value ?? admit(call, admits, i + 1));
    }
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Returns why a call is refused. */
export type Enter = Gate["enter"];

/**
 * Returns the gate of internal reads: the route's guards, and the policies that provide values; undefined if all is open.
 *
 * @param observing the policies that observe refused reads. Default: all of the route.
 */
export function gateOfReads(
  route: SealedRoute,
  observing: readonly BoundPolicy[] = route.policies,
): Enter | undefined {
  const guards = guardsOf(route);
  if (guards.length === 0 && route.declaration.values === undefined) return undefined;
  const identifying = route.policies.filter(
    ({ policy }) => policy.guards === true || policy.provides !== undefined,
  );
  const gate = new Gate(identifying, guards);
  const observers = collectHooks({ policies: observing }, "observeRefusedRead");
  return (call) =>
    andThen(gate.enter(call), (refusal) => {
      if (refusal !== undefined)
        for (const { compiled, run } of observers) run.call(compiled, call, refusal);
      return refusal;
    });
}
