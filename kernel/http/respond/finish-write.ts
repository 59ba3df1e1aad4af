/** Finishes the value that the handler of a write returned, as the representation of a resource if it is one. */
import type { BodyInfo, Call } from "../../../registry/contract/call/call.ts";
import type { ResolvedRelation } from "../../../registry/contract/route/route-info.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { fillPath } from "../../../registry/contract/route/path.ts";
import { bindParams, fillRelation } from "../../../registry/seal/compile/relations.ts";
import { InternalCall } from "../request/internal-call.ts";
import type { RouteCall } from "../request/route-call.ts";
import { andThen } from "./in-turn.ts";
import { gateOfReads } from "./gate.ts";
import {
  NO_BODY_INFO,
  type ProduceContext,
  type Produced,
  type ReplyHead,
  type Render,
} from "./produced.ts";
import { createRenderer } from "./render.ts";

/** The end of a handler. */
interface Handled {
  readonly call: Call;
  readonly routeCall: RouteCall;
  readonly value: unknown;
  /** Index into the media types that the route offers. */
  readonly mediaType: number;
  readonly head: ReplyHead;
}

type Finish = (handled: Handled) => MaybePromise<Produced>;

/** A resource by its path, with the parameters of the route that reads it. */
interface Resource {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Makes a resource's representation as the route that reads it does, so that its entity tag equals the next read's.
 * `Prefer: return=minimal` leaves the body out (RFC 7240, section 4.2), and so does a guard of the reading route that
 * refuses the caller, because the right to write is not the right to read.
 */
export function finishedAs(route: SealedRoute, context: ProduceContext, render: Render): Finish {
  const read = route.answersAs === undefined ? undefined : context.registry.route(route.answersAs);
  const base = read === undefined ? NO_BODY_INFO : TRANSIENT;
  const createdIn = (handled: Handled) =>
    handled.head.status === 201 ? createdBy(route, handled) : undefined;
  const plain = (handled: Handled, created: Resource | undefined) => {
    const { call, value, mediaType } = handled;
    const head = { ...handled.head, location: created?.path };
    return render(value, mediaType, call, head, { ...base, ...factsOf(handled, created) });
  };
  if (read === undefined) return (handled) => plain(handled, createdIn(handled));
  const renderRead = createRenderer(read, context);
  const gate = gateOfReads(read, []);
  const isOwn = route.represents === route.answersAs;
  const locate = resourceOf(route, read);
  return (handled) => {
    const { call, value, mediaType } = handled;
    const created = createdIn(handled);
    const resource = created ?? (handled.head.status === 200 && isOwn ? locate(call) : undefined);
    if (resource === undefined) return plain(handled, created);
    const head = { ...handled.head, location: created?.path };
    const facts = factsOf(handled, created);
    const reading = new InternalCall(read, resource.path, resource.params, call);
    return andThen(gate?.(reading), (refusal) => {
      if (refusal !== undefined) return withoutRepresentation(head, facts);
      return andThen(renderRead(value, mediaType, reading, head, facts), (produced) => {
        if (call.preferences.return !== "minimal") return produced;
        const etag = produced.variants?.identity.etag;
        return withoutRepresentation(head, { ...facts, etag, applied: ["return=minimal"] });
      });
    });
  };
}

const TRANSIENT: BodyInfo = Object.freeze({ transient: true });

function factsOf(
  { routeCall: { personal, filled: headers } }: Handled,
  created: Resource | undefined,
): BodyInfo {
  return {
    ...(personal ? { personal } : {}),
    ...(headers === undefined ? {} : { headers }),
    ...(created === undefined ? {} : { created: created.path }),
  };
}

/** Returns the resource that a request created: the route's named resource, or the resource at the request's path. */
function createdBy(
  { creates, represents, declaration: { acts } }: SealedRoute,
  { call, routeCall: { params }, value }: Handled,
): Resource | undefined {
  if (creates === undefined)
    return represents === undefined || acts !== undefined ? undefined : call;
  return relatedResource(creates, params, Object(value));
}

/** Returns how to find the resource that a call of the route changes: at its own path, unless the route acts on another. */
export function resourceOf(
  { declaration: { acts } }: SealedRoute,
  { pattern }: SealedRoute,
): (call: Call) => Resource | undefined {
  if (acts === undefined) return (call) => call;
  return (call) => {
    const params = Object.fromEntries(
      pattern.params.map((name) => [name, call.params[name] ?? ""]),
    );
    const path = fillPath(pattern, params);
    return path === undefined ? undefined : { path, params };
  };
}

/** Returns the target of a relation, its parameters taken from these, in order; undefined if one is missing. */
export function relatedResource(
  relation: ResolvedRelation,
  ...sources: readonly Readonly<Record<string, unknown>>[]
): Resource | undefined {
  const path = fillRelation(relation, ...sources);
  return path === undefined ? undefined : { path, params: bindParams(relation, ...sources) };
}

/** Returns the answer without its body: 204 in place of 200, which would have one. */
function withoutRepresentation(head: ReplyHead, facts: BodyInfo): Produced {
  const bodiless = head.status === 200 ? { ...head, status: 204 } : head;
  return { head: bodiless, variants: undefined, facts };
}
