/** States of health, from the best to the worst. */
import type { HealthReport } from "waymark/services";

type State = HealthReport["status"];

const RANK: Readonly<Record<State, number>> = { ok: 0, degraded: 1, down: 2 };

/** Returns the worse of two states. */
export function worse(one: State | undefined, other: State): State {
  return one !== undefined && RANK[one] >= RANK[other] ? one : other;
}

/** Returns the better of two states. */
export function better(one: State, other: State): State {
  return RANK[one] <= RANK[other] ? one : other;
}
