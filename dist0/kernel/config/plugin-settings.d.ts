import type { Finding } from "../../registry/contract/finding.js";
import type { InstalledPlugin } from "../../registry/contract/installed.js";
import { type Env, type Notice } from "./env.js";
import type { SecretFiles } from "./secret-file.js";
import { type Setting } from "./setting.js";
/** A plugin with what named it: `preset`, or a key below `plugins`. */
export type NamedPlugin = Pick<InstalledPlugin, "plugin" | "source">;
export interface AppliedSettings {
    readonly installed: readonly InstalledPlugin[];
    readonly findings: readonly Finding[];
    /** Variables that begin like ours and set nothing. */
    readonly notices: readonly Notice[];
    readonly secretFiles: SecretFiles;
}
/**
 * Validates the plugins' options, the environment's over the config's.
 *
 * @param origin the config file's name in findings.
 * @param pause awaited between plugins.
 */
export declare function applySettings(plugins: readonly NamedPlugin[], settings: ReadonlyMap<string, Setting>, { env, origin, pause }: {
    readonly env: Env;
    origin: string;
    pause(): Promise<void>;
}): Promise<AppliedSettings>;
