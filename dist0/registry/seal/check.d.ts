import type { Collected } from "./collect.js";
import type { Finding } from "../contract/finding.js";
import type { InstalledPlugin, OfferedPlugins } from "../contract/installed.js";
/** Names that no plugin can take. */
export interface ReservedNames {
    readonly commands: readonly string[];
    /** Services that plugins can need although no plugin provides them. */
    readonly services: readonly string[];
    /** Plugins that could be installed and are not: their policies' keys may be those that a route has. Default: none. */
    readonly offered?: OfferedPlugins;
}
export declare function check(installed: readonly InstalledPlugin[], collected: Collected, reserved: ReservedNames): Finding[];
