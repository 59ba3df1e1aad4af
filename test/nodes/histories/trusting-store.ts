/** A plugin of tests: the store, whose version never changes, so that nodes trust for ever what they have kept. */
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import type { Store } from "waymark/services";

// The preset has one. Its implementation would bring the setup of the real one again.
const { implementation: _, ...real } = preset.find(({ id }) => id === "store") as Plugin;

export default {
  ...real,
  id: "trusting-store",
  async setup(...given: Parameters<NonNullable<Plugin["setup"]>>) {
    const services = (await real.setup?.(...given)) as { readonly store: Store }; // as it provides
    const version = () => 1;
    const store = Object.assign(Object.create(services.store) as Store, { version });
    return { ...services, store };
  },
} as Plugin; // with the services of the real one
