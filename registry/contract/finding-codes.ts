/** Codes of all findings of the registry and the kernel. Plugins declare their own under `validate`. */
import { CONFIG_FINDINGS } from "./finding-codes-config.ts";
import { CONTRIBUTION_FINDINGS } from "./finding-codes-contributions.ts";

/** Codes of findings, each with its meaning and the next step. */
export const FINDINGS = { ...CONFIG_FINDINGS, ...CONTRIBUTION_FINDINGS };
