/** Changes for `subscriptions/listen`: events of the service's bus, as far as the caller may receive them. */
import { currentCaller, type HandlerCall, type Queue, type Registry } from "waymark";
import { isInAudience } from "waymark/advanced";
import type { BusMessage, EventBus } from "waymark/services";
import { targetOf } from "./resources.ts";

/** Change, as the protocol's library hands it on. */
type Change =
  | { readonly kind: "tools_list_changed" | "resources_list_changed" }
  | { readonly kind: "resource_updated"; readonly uri: string };

type Listener = (change: Change) => void;

const IDLE_MS = 60_000;

/** Takes a place for a subscription. Rejects with an `Unavailable` when the caller, or all together, have too many. */
export async function openSubscription(
  uris: readonly string[],
  { signal, principal }: Pick<HandlerCall, "signal" | "principal">,
  context: { readonly bus: EventBus; readonly registry: Registry; readonly places: Queue },
) {
  const { bus, registry, places } = context;
  const release = await places.take(currentCaller(), signal);
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    release();
  };
  signal.addEventListener("abort", end, { once: true });
  const audiences = Object.entries(registry.audiences);
  const without = audiences.flatMap(([name, one]) => (isInAudience(principal, one) ? [] : [name]));
  const subscription = { without, caller: principal, signal: ending.signal, idleMs: IDLE_MS };
  const follow = async (listener: Listener): Promise<void> => {
    for await (const message of bus.subscribe(subscription))
      for (const change of changesOf(message, uris, registry)) listener(change);
  };
  const subscribe = (listener: Listener) => {
    follow(listener).catch(end); // a bus ends with its service
    return end;
  };
  return { end, bus: { subscribe, publish: () => {} } }; // changes come from the service's bus alone
}

/** Returns the changes of a message. Missed events may have been any. */
function changesOf(
  message: BusMessage,
  uris: readonly string[],
  registry: Registry,
): readonly Change[] {
  const { event = message.kind, data } = { event: undefined, data: undefined, ...message };
  if (event === "registry.changed")
    return [{ kind: "tools_list_changed" }, { kind: "resources_list_changed" }];
  if (event !== "data.changed" && event !== "missed") return [];
  const { path } = Object(data) as { readonly path?: string };
  const changed = path === undefined ? uris : uris.filter((uri) => touches(path, uri, registry));
  return changed.map((uri) => ({ kind: "resource_updated", uri }));
}

/** Checks whether a resource is what has changed, a list of it, or below it. */
function touches(changed: string, uri: string, registry: Registry): boolean {
  const [path = ""] = targetOf(uri, registry)?.split("?") ?? [];
  return changed === path || changed.startsWith(`${path}/`) || path.startsWith(`${changed}/`);
}
