/** Seals a registry: collect, check, compile. Pure; starts nothing and touches no file. */
import { buildRegistry, type RegistryInput } from "./build-registry.ts";
import { check, type KernelParts } from "./check/check.ts";
import { checkBindings } from "./check/check-bindings.ts";
import { checkPolicies } from "./check/check-policies.ts";
import { checkConditions } from "./check/check-compiled.ts";
import { problemsOfRoute } from "./check/check-routes.ts";
import { checkSchemas } from "./check/check-schemas.ts";
import { collect, type Collected } from "./collect.ts";
import type { Finding } from "../contract/finding/finding.ts";
import type { SealedRegistry } from "../contract/plugin/installed.ts";
import type { Route } from "../contract/route/route.ts";

export interface SealInput extends RegistryInput {
  /** Default: nothing. */
  readonly kernel?: KernelParts;
}

export type SealResult =
  | { readonly registry: undefined; readonly findings: readonly Finding[] }
  | (Sealed & { readonly findings: readonly [] });

export interface Sealed {
  readonly registry: SealedRegistry;
  /**
   * Looks for what takes longer to find than everything else: policies that do not compile for a route, and schemas that
   * cannot become JSON Schema. Takes one route or schema at each step, so that a server may listen first; it is ready
   * only when this has found nothing.
   */
  readonly slowFindings: () => Iterable<Finding | undefined>;
  /** Hands the policies their services, which may be used from then on. By service id. */
  readonly connectPolicies: (instances: ReadonlyMap<string, unknown>) => void;
}

const NOTHING: KernelParts = { points: [], services: [] };

/** Checks everything that is installed and, if nothing is wrong, makes the registry. */
export function seal(input: SealInput): SealResult {
  const steps = sealInSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does the same with a part of the work at each step, so that a server that reloads keeps answering. */
export function* sealInSteps(input: SealInput): Generator<void, SealResult> {
  const { installed, kernel = NOTHING } = input;
  const collected = collect(installed, kernel.points);
  const findings = yield* gather(check(installed, collected, kernel));
  if (findings.length > 0) {
    const sound = withSoundRoutes(collected);
    const slow = [...present(checkBindings(sound)), ...present(checkSchemas(sound))];
    return { registry: undefined, findings: [...findings, ...slow] };
  }
  const { registry, routes, builtin, connectPolicies } = buildRegistry(input, collected);
  yield;
  // Destructured, because the result would otherwise keep all of what was collected.
  const { contributors, routes: declared, schemas, events, points } = collected;
  const slowFindings = function* () {
    yield* checkPolicies([...routes, ...builtin], installed);
    yield* checkBindings({ routes: declared });
    yield* checkSchemas({ contributors, schemas, events, points });
  };
  // Responders of the built-in routes are made before the server listens. A policy that fails for them fails for most.
  if (present(checkPolicies(builtin, installed)).length > 0)
    return { registry: undefined, findings: present(slowFindings()) };
  const unmet = checkConditions(routes);
  if (unmet.length > 0)
    return { registry: undefined, findings: [...unmet, ...present(slowFindings())] };
  return { registry, findings: [], slowFindings, connectPolicies };
}

/** Leaves out routes without the shape of a route: nothing else can be found about them. */
function withSoundRoutes(collected: Collected): Collected {
  const isSound = (route: Route) => problemsOfRoute("route", route).length === 0;
  return {
    ...collected,
    routes: collected.routes.filter(({ value }) => isSound(value)),
    contributors: collected.contributors.map((entry) => ({
      ...entry,
      routes: Object.fromEntries(
        Object.entries(entry.routes).filter(([, route]) => isSound(route)),
      ),
    })),
  };
}

/** Gathers findings with a step after each look. */
export function* gather(looks: Iterable<Finding | undefined>): Generator<void, Finding[]> {
  const findings: Finding[] = [];
  for (const finding of looks) {
    if (finding !== undefined) findings.push(finding);
    yield;
  }
  return findings;
}

function present<T>(values: Iterable<T | undefined>): T[] {
  return [...values].filter((value) => value !== undefined);
}
