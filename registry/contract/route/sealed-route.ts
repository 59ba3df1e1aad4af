/** A route with its policies compiled. */
import type { Call, Outcome } from "../call/call.ts";
import type {
  BodySlot,
  CompiledPolicy,
  ErrorForm,
  ListEngine,
  QueryParameters,
  ReadHeader,
  Slot,
} from "../policy/compiled-policy.ts";
import { toMilliseconds } from "../duration.ts";
import type { IdentifierInfo } from "../policy/principal.ts";
import type { RequestValues } from "../plugin/service.ts";
import type { RouteInfo } from "./route-info.ts";
import type { View } from "./view.ts";

/** Information about a policy for documents. */
export interface PolicyInfo {
  /** Unique among policies; its statement is found under it. */
  readonly id: string;
  /** The route key that the policy owns. */
  readonly key?: string;
  /** Decides who may have a route's data; `false`: it limits requests only. */
  readonly guards?: boolean;
  /** True if `begin` asks the policies that identify, and sets the principal. */
  readonly asksIdentifiers?: true;
  /** The policy's way to find the principal of a request. */
  readonly identifies?: IdentifierInfo;
  /** Request headers by lower-case name. */
  readonly reads?: Readonly<Record<string, ReadHeader>>;
  /** Values that it hands on, by its own names. */
  readonly provides?: RequestValues;
  /** Response headers in their usual spelling, each with a sentence that explains it. */
  readonly writes?: Readonly<Record<string, string>>;
  /** Imports a PolicyConformance, which is not named here because it knows the registry. */
  readonly conformance?: () => Promise<{ readonly default: unknown }>;
}

/** Policy compiled for a route. `index` is the place of its state in a call. */
export interface BoundPolicy {
  readonly policy: PolicyInfo;
  readonly index: number;
  readonly compiled: CompiledPolicy;
}

/** A header whose value is known per request. `index` is the place of its policy's state in a call. */
export interface BoundSlot {
  readonly name: string;
  readonly policy: string;
  readonly index: number;
  readonly value: Slot;
}

/** A value that a policy provides. `index` is the place of its state in a call. */
interface BoundValue {
  readonly index: number;
  readonly read: (call: Call, state: unknown) => unknown;
}

/** A header whose value is known per finished body. */
export interface BoundBodySlot {
  readonly name: string;
  /** Id of the policy that writes the header; undefined if the handler fills it. */
  readonly policy: string | undefined;
  readonly value: BodySlot["ofBody"];
}

/** The headers of one route on one outcome. */
export interface HeaderPlan {
  /** Name, value, name, value, …: the same on every request. */
  readonly fixed: readonly string[];
  /** Vary of answers that depend on who asks; undefined if `fixed` has the same, or none is known. */
  readonly personalVary: string | undefined;
  readonly bodySlots: readonly BoundBodySlot[];
  readonly slots: readonly BoundSlot[];
}

/** A view with the headers of its pages, in place of the headers of the route's other answers. */
export interface SealedView extends View {
  readonly plans: Readonly<Record<"ok" | "notModified" | "error", HeaderPlan>>;
}

/** A route with what every policy compiled for it. */
export interface SealedRoute extends RouteInfo {
  /** Pages and trims a list; undefined for other routes, and where no policy provides it. */
  readonly engine: ListEngine | undefined;
  readonly policies: readonly BoundPolicy[];
  /** Values that policies provide for this route, by token id. */
  readonly values: ReadonlyMap<string, BoundValue>;
  readonly plans: Readonly<Record<Outcome, HeaderPlan>>;
  /** Request headers that hold credentials, in lower case: the same on every route. */
  readonly credentials: readonly string[];
  /** Vary's value, the same on every outcome but OPTIONS; undefined if nothing varies. */
  readonly vary: string | undefined;
  /** Forms of errors, the default first: the kernel's, unless a policy prefers its own. Each media type once. */
  readonly errorForms: readonly ErrorForm[];
  /** The route's answers as pages; undefined if no policy shows them. */
  readonly view: SealedView | undefined;
}

/** Returns the policies that decide who may have the route's data; none where everybody may. */
export function guardsOf({ policies }: Pick<SealedRoute, "policies">): readonly BoundPolicy[] {
  const guards = policies.filter(({ policy }) => policy.guards === true);
  return guards.some(({ compiled }) => compiled.admit !== undefined) ? guards : [];
}

/** Returns the query parameters that policies add to the route. */
export function policyParameters({
  policies,
}: Pick<SealedRoute, "policies">): readonly QueryParameters[] {
  return policies.flatMap(({ compiled }) => compiled.parameters ?? []);
}

/** Returns the scopes that policies ask for together; undefined if they ask for no principal. */
export function requiredScopes({
  policies,
}: Pick<SealedRoute, "policies">): readonly string[] | undefined {
  const asked = policies.flatMap(({ compiled }) => compiled.security ?? []);
  return asked.length === 0 ? undefined : [...new Set(asked.flatMap(({ scopes }) => scopes))];
}

/** Time limit of a handler whose route sets no `timeout`. */
const DEFAULT_TIMEOUT = "30s";

/** Returns the milliseconds until the answer of a handler is 503 instead. */
export function handlerTimeMs({ declaration }: Pick<SealedRoute, "declaration">): number {
  return toMilliseconds(declaration.timeout ?? DEFAULT_TIMEOUT);
}
