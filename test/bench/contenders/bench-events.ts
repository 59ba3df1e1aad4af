/** A plugin that publishes an event when the runner says so. */
import { definePlugin, type Plugin } from "../../../kernel/index.ts";
import { EventBus } from "../../../plugins/services.ts";

let publish: (n: number) => void = () => {};

/** Makes the plugin. Its event is one that every stream tells. */
export function benchEvents(): Plugin {
  return definePlugin({
    id: "bench-events",
    summary: "Publishes an event when told to.",
    needs: { bus: EventBus },
    setup({ bus }) {
      publish = (n) => bus.publish("registry.changed", { revision: `tick-${n}` });
    },
  });
}

/** Publishes one event; gives the time when it began, on the clock that all processes share, in nanoseconds. */
export function publishTick(n: unknown): string {
  const now = process.hrtime.bigint();
  publish(Number(n));
  return String(now);
}
