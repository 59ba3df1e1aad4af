/** A plugin that publishes an event when the runner says so. */
import { definePlugin, type Plugin } from "../../../kernel/index.ts";
import { EventBus } from "../../../plugins/services.ts";

let publish: (n: number) => void = () => {};

/** Makes the plugin. Every stream carries its event. */
export function benchEvents(): Plugin {
  return definePlugin({
    id: "bench-events",
    summary: "Publishes an event on command.",
    needs: { bus: EventBus },
    setup({ bus }) {
      publish = (n) => bus.publish("registry.changed", { revision: `tick-${n}` });
    },
  });
}

/** Publishes one event; returns the time when it began, on the clock that all processes share, in nanoseconds. */
export function publishTick(n: unknown): string {
  const now = process.hrtime.bigint();
  publish(Number(n));
  return String(now);
}
