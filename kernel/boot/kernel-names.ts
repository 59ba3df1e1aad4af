/** Names that no plugin can take, because the kernel has them. */
import { Runtime } from "../services.ts";

export const KERNEL_SERVICES: readonly string[] = [Runtime.id];

/** Commands of the command line. */
export const KERNEL_COMMANDS = ["start", "routes", "plugins", "config", "export"] as const;
