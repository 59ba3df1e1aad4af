/** Reads the resource that a write changes, in all of its representations. */
import type { Call } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { InternalCall } from "../request/internal-call.ts";
import { splitAdded } from "../request/parameters.ts";
import { Refused, refusalOf } from "../request/refusal.ts";
import { offeredCodings } from "./body.ts";
import { gateOfReads } from "./gate.ts";
import type { ProduceContext, Produced, Producer } from "./produced.ts";
import { withRewrites } from "./rewrite.ts";

/** The representations of a resource, each made when it is asked for. */
export type Representations = () => AsyncIterable<{ readonly etag: string }>;

/** Reads the resource at the path of a write, for its caller. Undefined if there is none. */
export type ReadResource = (call: Call) => Promise<Representations | undefined>;

/** @param ref the route that reads the resource, as `plugin.routeId`. */
export function resourceReader(
  ref: string,
  { registry, producerOf }: ProduceContext,
): ReadResource {
  const route = registry.route(ref);
  if (route === undefined) throw new Error(`${ref} is not a route`);
  const gate = gateOfReads(route);
  const produce = withRewrites(route, producerOf(route));
  const absent = new Set<string>(
    registry.errors.filter(({ status }) => ABSENT.has(status)).map(({ code }) => code),
  );
  return async (call) => {
    // A client that sends the parameters of its read has the tag of that read.
    const target = `${call.path}${splitAdded(route, call.search).named}`;
    const inner = new InternalCall(route, target, call.params, call);
    const refusal = await gate?.enter(inner);
    if (refusal !== undefined) throw new Refused(refusal);
    try {
      const first = await produce(inner, 0, 0);
      const { status } = first.head;
      if (status < 400) return () => representations(route, inner, produce, first);
      if (ABSENT.has(status)) return undefined;
      throw unreadable(status);
    } catch (error) {
      const code = refusalOf(error)?.code;
      if (code !== undefined && absent.has(code)) return undefined;
      throw error;
    }
  };
}

const ABSENT: ReadonlySet<number> = new Set([404, 410]);

function unreadable(status: number): Refused {
  const detail = `The condition cannot be evaluated, because the resource answers with status ${status}. Nothing was changed.`;
  return new Refused({ code: "precondition-failed", detail });
}

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
      const { variants } = isFirst ? first : await produce(call, mediaType, language);
      if (variants === undefined) continue;
      yield variants.identity;
      for (const coding of offeredCodings(route).keys()) yield await variants.get(coding, true);
    }
}
