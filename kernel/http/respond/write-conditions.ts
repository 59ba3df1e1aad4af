/** Conditions of writes (RFC 9110, section 13), evaluated against the resource as it is at that moment. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { fieldNames } from "../../../registry/schema/fields.ts";
import { namesTag } from "../request/entity-tags.ts";
import { InternalCall } from "../request/internal-call.ts";
import { splitAdded } from "../request/parameters.ts";
import { Refused, refusalOf } from "../../host/support/refusal.ts";
import { offeredCodings } from "./body.ts";
import { resourceOf } from "./finish-write.ts";
import { gateOfReads } from "./gate.ts";
import type { ProduceContext, Produced, Producer } from "./produced.ts";
import { withRewrites } from "./rewrite.ts";

/** Headers that tie a write to a state of the resource, in the order in which they count (RFC 9110, section 13.2.2). */
const CONDITIONS = [
  { header: "If-Match", field: "if-match" },
  { header: "If-Unmodified-Since", field: "if-unmodified-since" },
  { header: "If-None-Match", field: "if-none-match" },
] as const;

type Condition = (typeof CONDITIONS)[number];

/**
 * Returns the function that refuses a write whose condition does not hold, or that lacks a required one. It also refuses a
 * condition that the service cannot evaluate, because ignoring it loses what the client wants to protect. Conditions that
 * the route declares among its headers are left to its handler.
 */
export function conditionsOf(
  route: SealedRoute,
  context: ProduceContext,
): (call: Call) => MaybePromise<void> {
  const { represents, declaration } = route;
  const own = declaration.headers === undefined ? [] : fieldNames(declaration.headers);
  const left = CONDITIONS.filter(({ field }) => !own.includes(field));
  const isRequired = declaration.preconditions === "required";
  let read: ReadResource | undefined;
  return (call) => {
    const { method } = call;
    const matches = call.header("if-match") !== undefined;
    if (isRequired && !matches && call.header("if-none-match") === undefined) {
      const detail = `${method} must name the state that it changes. Read the resource, and send its ETag in If-Match.`;
      throw new Refused({ code: "precondition-required", detail });
    }
    const sent = left.filter(
      ({ field }) => call.header(field) !== undefined && !(matches && field === DATE),
    );
    const [first] = sent;
    if (first === undefined) return undefined;
    const unknown = represents === undefined ? first : sent.find(({ field }) => field === DATE);
    if (represents === undefined || unknown !== undefined) {
      const { header } = unknown ?? first;
      const detail = `This service does not evaluate ${header} on ${method} here, so nothing was changed. Send the request without it to write in any case.`;
      return refuse(header, detail);
    }
    read ??= resourceReader(route, represents, context);
    return evaluate(call, sent, read);
  };
}

/** Header that is ignored beside If-Match (RFC 9110, section 13.1.4). No resource has a date of its last change. */
const DATE = "if-unmodified-since";

async function evaluate(call: Call, sent: readonly Condition[], read: ReadResource): Promise<void> {
  const current = await read(call);
  for (const { header, field } of sent) {
    const isMatch = field === "if-match";
    const isNamed = await names(current, call.header(field) ?? "", isMatch ? "strong" : "weak");
    if (isNamed === isMatch) continue;
    const missing =
      current === undefined ? "no resource is at this path" : "the resource has another ETag";
    const because = isMatch
      ? missing
      : "the resource exists, with an ETag that the condition names";
    const detail = `${header} does not hold: ${because}. Nothing was changed. Read the resource again before the next attempt.`;
    refuse(header, detail);
  }
}

function refuse(header: string, detail: string): never {
  throw new Refused({ code: "precondition-failed", detail, errors: [{ detail, header }] });
}

async function names(
  current: Representations | undefined,
  field: string,
  comparison: "strong" | "weak",
): Promise<boolean> {
  if (current === undefined) return false;
  if (field.trim() === "*") return true;
  for await (const { etag } of current()) if (namesTag(field, etag, comparison)) return true;
  return false;
}

/** The representations of a resource, each made when it is asked for. */
type Representations = () => AsyncIterable<{ readonly etag: string }>;

/** Reads the resource at the path of a write, for its caller. Undefined if there is none. */
type ReadResource = (call: Call) => Promise<Representations | undefined>;

/** @param ref the route that reads the resource, as `plugin.routeId`. */
function resourceReader(
  write: SealedRoute,
  ref: string,
  { registry, producerOf }: ProduceContext,
): ReadResource {
  const route = registry.route(ref);
  if (route === undefined) throw new Error(`${ref} is not a route`);
  const locate = resourceOf(write, route);
  const gate = gateOfReads(route);
  const produce = withRewrites(route, producerOf(route));
  const absent = new Set<string>(
    registry.errors.filter(({ status }) => ABSENT.has(status)).map(({ code }) => code),
  );
  return async (call) => {
    // A client that sends the parameters of its read has the tag of that read.
    const resource = locate(call);
    if (resource === undefined) return undefined;
    const target = `${resource.path}${splitAdded(route, call.search).named}`;
    const inner = new InternalCall(route, target, resource.params, call);
    const refusal = await gate?.(inner);
    if (refusal !== undefined) throw new Refused(refusal);
    try {
      const first = await produce(inner, 0, 0);
      const { status } = first.head;
      if (status < 400) return () => representations(route, inner, produce, first);
      if (ABSENT.has(status)) return undefined;
      const detail = `The condition cannot be evaluated, because the resource answers with status ${status}. Nothing was changed.`;
      throw new Refused({ code: "precondition-failed", detail });
    } catch (error) {
      const code = refusalOf(error)?.code;
      if (code !== undefined && absent.has(code)) return undefined;
      throw error;
    }
  };
}

const ABSENT: ReadonlySet<number> = new Set([404, 410]);

/** Yields every language and media type in every coding, because a client may hold the tag of any. */
async function* representations(
  route: SealedRoute,
  call: InternalCall,
  produce: Producer,
  first: Produced,
) {
  for (const language of (route.declaration.languages ?? [""]).keys())
    for (const mediaType of route.mediaTypes.keys()) {
      const isFirst = language === 0 && mediaType === 0;
      const { variants, facts } = isFirst ? first : await produce(call, mediaType, language);
      if (variants === undefined && facts.etag !== undefined) yield { etag: facts.etag };
      if (variants === undefined) continue;
      yield variants.identity;
      for (const coding of offeredCodings(route).keys()) yield await variants.get(coding, true);
    }
}
