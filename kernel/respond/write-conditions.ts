/** Conditions of writes (RFC 9110, section 13), evaluated against the resource as it is at that moment. */
import type { Call } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { fieldNames } from "../../registry/schema/fields.ts";
import { namesTag } from "../request/entity-tags.ts";
import { Refused } from "../request/refusal.ts";
import { resourceReader, type ReadResource, type Representations } from "./read-resource.ts";
import type { ProduceContext } from "./produced.ts";

/** Headers that tie a write to a state of the resource, in the order in which they count (RFC 9110, section 13.2.2). */
const CONDITIONS = [
  { header: "If-Match", field: "if-match" },
  { header: "If-Unmodified-Since", field: "if-unmodified-since" },
  { header: "If-None-Match", field: "if-none-match" },
] as const;

type Condition = (typeof CONDITIONS)[number];

/** Refuses a write whose condition does not hold, or that lacks a required condition. */
type Evaluate = (call: Call) => MaybePromise<void>;

/**
 * Returns the evaluation of conditions. It refuses a condition that the service cannot evaluate, because ignoring it
 * loses what the client wants to protect. Conditions that the route declares among its headers are left to its handler.
 */
export function conditionsOf(route: SealedRoute, context: ProduceContext): Evaluate {
  const { represents, declaration } = route;
  const own = declaration.headers === undefined ? [] : fieldNames(declaration.headers);
  const left = CONDITIONS.filter(({ field }) => !own.includes(field));
  const isRequired = declaration.preconditions === "required";
  let read: ReadResource | undefined;
  return (call) => {
    const matches = call.header("if-match") !== undefined;
    if (isRequired && !matches && call.header("if-none-match") === undefined)
      refuseUnconditional(call);
    const sent = left.filter(
      ({ field }) => call.header(field) !== undefined && !(matches && field === DATE),
    );
    const [first] = sent;
    if (first === undefined) return undefined;
    const unknown = represents === undefined ? first : sent.find(({ field }) => field === DATE);
    if (represents === undefined || unknown !== undefined)
      return refuseUnknown(call, (unknown ?? first).header);
    read ??= resourceReader(represents, context);
    return evaluate(call, sent, read);
  };
}

/** Header that is ignored beside If-Match (RFC 9110, section 13.1.4). No resource has a date of its last change. */
const DATE = "if-unmodified-since";

function refuseUnconditional({ method }: Call): never {
  const detail = `${method} must name the state that it changes. Read the resource, and send its ETag in If-Match.`;
  throw new Refused({ code: "precondition-required", detail });
}

function refuseUnknown({ method }: Call, header: string): never {
  const detail = `This service does not evaluate ${header} on ${method} here, so nothing was changed. Send the request without it to write in any case.`;
  throw new Refused({ code: "precondition-failed", detail, errors: [{ detail, header }] });
}

async function evaluate(call: Call, sent: readonly Condition[], read: ReadResource): Promise<void> {
  const current = await read(call);
  for (const { header, field } of sent) {
    const value = call.header(field) ?? "";
    if (field === "if-match") {
      if (await names(current, value, "strong")) continue;
      refuse(
        header,
        current === undefined ? "no resource is at this path" : "the resource has another ETag",
      );
    } else if (await names(current, value, "weak"))
      refuse(header, "the resource exists, with an ETag that the condition names");
  }
}

function refuse(header: string, because: string): never {
  const detail = `${header} does not hold: ${because}. Nothing was changed. Read the resource again before the next attempt.`;
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
