/** Conditions of writes (RFC 9110, section 13), evaluated against the resource as it is at that moment. */
import type { Call } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { fieldNames } from "../../registry/schema/fields.ts";
import { InternalCall } from "../request/call.ts";
import { namesTag } from "../request/entity-tags.ts";
import { Refused, refusalOf } from "../request/refusal.ts";
import { offeredCodings } from "./body.ts";
import { gateOfReads } from "./gate.ts";
import type { ProduceContext, Produced, Producer } from "./produced.ts";

/** Headers that tie a write to a state of the resource. */
const CONDITIONS = ["If-Match", "If-None-Match", "If-Unmodified-Since"] as const;

/** Refuses a write whose condition does not hold, or that has none where one is required. */
type Evaluate = (call: Call) => MaybePromise<void>;

/**
 * A condition that the service cannot evaluate is refused, because ignoring it loses what the client wants to protect.
 * Those that the route declares among its headers are left to its handler.
 */
export function conditionsOf(route: SealedRoute, context: ProduceContext): Evaluate {
  const { represents, declaration } = route;
  const own = new Set(declaration.headers === undefined ? [] : fieldNames(declaration.headers));
  const left = CONDITIONS.filter((name) => !own.has(name.toLowerCase()));
  const evaluates = represents !== undefined && own.size < CONDITIONS.length;
  const required = declaration.preconditions === "required";
  let read: ReturnType<typeof readerOf> | undefined;
  return (call) => {
    const sent = left.filter((name) => call.header(name.toLowerCase()) !== undefined);
    if (sent.length === 0) return required ? refuseUnconditional(call) : undefined;
    const date = sent.length === 1 && sent[0] === "If-Unmodified-Since";
    if (!evaluates || date) return refuseUnknown(call, sent[0] ?? "");
    read ??= readerOf(represents, context);
    return evaluate(call, read);
  };
}

function refuseUnconditional({ method }: Call): never {
  const detail = `${method} must name the state that it changes. Read the resource, and send its ETag in If-Match.`;
  throw new Refused({ code: "precondition-required", detail });
}

function refuseUnknown({ method }: Call, header: string): never {
  const detail = `This service does not evaluate ${header} on ${method} here, so nothing was changed. Send the request without it to write in any case.`;
  throw new Refused({ code: "precondition-failed", detail, errors: [{ detail, header }] });
}

/** If-Match first, then If-None-Match (RFC 9110, section 13.2.2). */
async function evaluate(call: Call, read: ReturnType<typeof readerOf>): Promise<void> {
  const current = await read(call);
  const match = call.header("if-match");
  if (match !== undefined && !(await names(current, match, "strong")))
    refuse(
      "If-Match",
      current === undefined ? "there is no such resource" : "the resource has another ETag",
    );
  const noneMatch = call.header("if-none-match");
  if (noneMatch !== undefined && (await names(current, noneMatch, "weak")))
    refuse("If-None-Match", "the resource exists, with an ETag that the condition names");
}

function refuse(header: string, because: string): never {
  const detail = `${header} does not hold: ${because}. Nothing was changed. Read the resource again before the next attempt.`;
  throw new Refused({ code: "precondition-failed", detail, errors: [{ detail, header }] });
}

/** The representations of a resource, each made when it is asked for. */
type Representations = () => AsyncIterable<{ readonly etag: string }>;

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

/** Reads the resource for the caller of a write; undefined where it does not exist. */
function readerOf(ref: string, { registry, producerOf }: ProduceContext) {
  const route = registry.route(ref);
  if (route === undefined) throw new Error(`${ref} is not a route`);
  const gate = gateOfReads(route);
  const produce = producerOf(route);
  const absent = new Set(
    registry.errors
      .filter(({ status }) => status === 404 || status === 410)
      .map(({ code }) => code),
  );
  return async (call: Call): Promise<Representations | undefined> => {
    const inner = new InternalCall(route, call.path, call.params, call);
    const refusal = await gate?.enter(inner);
    if (refusal !== undefined) throw new Refused(refusal);
    try {
      const first = await produce(inner, 0, 0);
      return first.head.status >= 400
        ? undefined
        : () => representations(route, inner, produce, first);
    } catch (error) {
      const code = refusalOf(error)?.code;
      if (code !== undefined && absent.has(code)) return undefined;
      throw error;
    }
  };
}

/** Every media type in every coding, because a client may hold the tag of any. */
async function* representations(
  route: SealedRoute,
  call: InternalCall,
  produce: Producer,
  first: Produced,
) {
  for (const index of route.mediaTypes.keys()) {
    const { variants } = index === 0 ? first : await produce(call, index, 0);
    if (variants === undefined) continue;
    yield variants.identity;
    for (const coding of offeredCodings(route).keys()) yield await variants.get(coding, true);
  }
}
