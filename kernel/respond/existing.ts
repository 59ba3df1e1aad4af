/** Refusals of a write because what it would create is there already. */
import type { Call } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { bindParams, fillRelation, relatedRoute } from "../../registry/seal/relations.ts";
import { InternalCall } from "../request/internal-call.ts";
import type { RouteCall } from "../request/handler-context.ts";
import { Refused } from "../request/refusal.ts";
import { gateOfReads } from "./gate.ts";
import type { ProduceContext } from "./produced.ts";

type Handle = (routeCall: RouteCall, call: Call) => unknown;

/** Adds the path of the existing resource to such refusals, unless a guard of the route that reads it refuses the caller. */
export function locatingExisting(
  { creates, declaration, plugin }: SealedRoute,
  { registry, handler }: ProduceContext,
): Handle {
  const read =
    declaration.creates === undefined
      ? undefined
      : relatedRoute(registry, plugin, declaration.creates)?.target;
  if (creates === undefined || read === undefined) return (routeCall) => handler?.(routeCall);
  const gate = gateOfReads(read, []);
  return async (routeCall, call) => {
    try {
      return await handler?.(routeCall);
    } catch (error) {
      if (!(error instanceof Refused) || error.existing === undefined) throw error;
      const sources = [call.params, error.existing] as const;
      const location = fillRelation(creates, ...sources);
      if (location === undefined) throw error;
      const reading = new InternalCall(read, location, bindParams(creates, ...sources), call);
      if ((await gate?.enter(reading)) !== undefined) throw error;
      throw new Refused({ ...error.refusal, location });
    }
  };
}
