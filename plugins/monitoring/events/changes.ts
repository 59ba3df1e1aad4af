/** Publishes changes of resources by requests, after their commit and to callers who may read them. */
import { definePolicy, optional, ownState } from "waymark";
import { changesResource, type Change } from "waymark/advanced";
import { Clock, EventBus, Runtime, Store } from "waymark/services";
import { whenKnown, type DataVersions } from "./data-versions.ts";

/** Derivation of a change, imported with the first write: many services have none. */
let changeOf: typeof import("../../shared/change.ts").changeOf | undefined;

export const changes = definePolicy({
  id: "changes",
  needs: {
    bus: EventBus,
    clock: Clock,
    runtime: Runtime,
    store: optional(Store),
  },
  state: ownState<{ readonly versions: DataVersions }>(),
  compile({ declaration }, { use, state }) {
    if (!changesResource(declaration)) return undefined;
    return {
      async around(call, proceed) {
        changeOf ??= (await import("../../shared/change.ts")).changeOf;
        const end = await proceed();
        const { bus, clock, runtime, store } = use();
        const { versions } = state();
        const tables = store?.changed();
        const change = changeOf(call, end, runtime.registry, tables);
        if (change === undefined) return end;
        const publish = () => {
          const timestamp = new Date(clock.now()).toISOString();
          whenKnown(versions.current(), (version) => {
            const data = { version, timestamp, ...describe(change) };
            const place = { of: "data", at: version };
            bus.publish("data.changed", data, change.recipients, { place });
          });
          const { access, only } = change.recipients;
          if (access === "public" && only === undefined && tables !== undefined)
            versions.published(new Set(tables.keys()));
        };
        if (store === undefined) publish();
        else store.afterCommit(publish);
        return end;
      },
    };
  },
});

function describe({ resource, path, key, kind }: Change) {
  return { resource, path, ...(key === undefined ? {} : { key }), kind };
}
