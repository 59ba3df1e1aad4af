import type { Service } from "waymark/advanced";
import { Store } from "waymark/services";

/** The store with the tables of all plugins, for plugins of tests that look behind a service. Keeps no lists. */
export const RawStore: Service<Store> = { id: Store.id };
