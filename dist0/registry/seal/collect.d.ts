import type { Plugin } from "../contract/plugin.js";
import type { InstalledPlugin } from "../contract/installed.js";
import type { Route } from "../contract/route.js";
import type { Contributions, Owned } from "../contract/validation.js";
/** One enabled plugin with its contributions resolved. */
export interface Contributor {
    readonly plugin: Plugin;
    readonly options: unknown;
    /** As declared. */
    readonly routes: Readonly<Record<string, Route>>;
    /** Without those of a listener that there is not. */
    readonly served: Readonly<Record<string, Route>>;
}
export interface Collected extends Contributions {
    readonly contributors: readonly Contributor[];
    /** Facts about services, by the names that their plugins have for them. */
    readonly guarantees: readonly Owned<unknown>[];
}
/** @param hasAdmin whether there is an admin listener. Default: false. */
export declare function collect(installed: readonly InstalledPlugin[], hasAdmin?: boolean): Collected;
