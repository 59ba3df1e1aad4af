/** The registry itself: routes with their compiled policies, everything by its name, and the documents of plugins. */
import type { Collected } from "./collect.js";
import { LazyRoute } from "./lazy-route.js";
import type { AppInfo } from "../contract/registry.js";
import type { InstalledPlugin, SealedRegistry } from "../contract/installed.js";
export interface RegistryInput {
    readonly app: AppInfo;
    readonly installed: readonly InstalledPlugin[];
    /** Called when a document or a request needs an absolute URL. */
    readonly baseUrl: () => string;
}
/** Makes the registry of contributions that were checked. Its parts are worked out on first use where they can be. */
export declare function buildRegistry({ app, installed, baseUrl }: RegistryInput, collected: Collected): {
    registry: SealedRegistry;
    routes: LazyRoute[];
    builtin: LazyRoute[];
    connectPolicies: (started: ReadonlyMap<string, unknown>) => void;
};
