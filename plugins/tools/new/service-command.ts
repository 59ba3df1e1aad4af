import type { ToolContext } from "waymark";
import { create } from "./command.ts";

/** Writes the folder of a service, and prints the next steps. */
export function run(context: ToolContext): Promise<void> {
  return create("service", context);
}
