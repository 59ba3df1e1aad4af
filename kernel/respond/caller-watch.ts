/** Finds out that the credential behind an open stream no longer counts: it was revoked, expired, or lost a scope. */
import type { Call } from "../../registry/contract/call.ts";
import type { Principal } from "../../registry/contract/principal.ts";
import type { BoundPolicy, SealedRoute } from "../../registry/contract/sealed-route.ts";
import { RepeatedCall } from "../request/internal-call.ts";
import { Gate } from "./gate.ts";

/** How long a stream may go on after its credential was revoked, in milliseconds. */
const WATCH_MS = 5000;

/** Returns the function that ends a stream once its request would be refused, or be that of another principal. */
export function callerWatch(route: SealedRoute): (call: Call, stream: AbortController) => void {
  const gate = new Gate(route.policies.filter(isAboutCaller), route.policies.filter(decides));

  async function stillCounts(call: Call, principal: Principal): Promise<boolean> {
    const again = new RepeatedCall(route, call);
    if ((await gate.enter(again)) !== undefined) return false;
    return (
      again.principal?.id === principal.id &&
      again.principal.scopes.join(" ") === principal.scopes.join(" ")
    );
  }

  return (call, stream) => {
    const { principal } = call;
    if (principal === undefined) return;
    const look = async () => {
      // An identifier that fails proves nothing.
      if (!(await stillCounts(call, principal).catch(() => false))) stream.abort();
      else if (!stream.signal.aborted) timer = setTimeout(look, WATCH_MS).unref();
    };
    let timer = setTimeout(look, WATCH_MS).unref();
    stream.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  };
}

/** It finds the principal, or works with what was found. */
function isAboutCaller(bound: BoundPolicy): boolean {
  const { provides, identifies } = bound.policy;
  return decides(bound) || provides !== undefined || identifies !== undefined;
}

function decides({ policy: { guards, asksIdentifiers } }: BoundPolicy): boolean {
  return guards === true || asksIdentifiers === true;
}
