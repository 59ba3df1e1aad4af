/** The kernel's own names, and the points that it reads. */
import type { Command, Tool } from "../../../registry/contract/plugin/commands.ts";
import { opaque, type Point, type PointEntry } from "../../../registry/contract/plugin/point.ts";
import { Exports } from "../../../registry/derive/export/texts.ts";
import { isRecord } from "../../../registry/schema/json-schema.ts";
import type { KernelParts } from "../../../registry/seal/check/check.ts";
import { Runtime } from "../../services.ts";

/** Commands of the command line. */
export const KERNEL_COMMANDS = ["start"] as const;

type AnyCommand = Command<never, never> | Tool;

function isCommand(value: unknown): boolean {
  if (!isRecord(value) || typeof value["summary"] !== "string") return false;
  return typeof value["run"] === "function" || typeof value["load"] === "function";
}

/** The point of commands. The command line reads them from the plugins, without a registry. */
const Commands: Point<AnyCommand, readonly PointEntry<AnyCommand>[]> = {
  id: "commands",
  noun: "command",
  reader: "kernel",
  schema: opaque<AnyCommand>("an object with a summary, and a function run or load", isCommand),
  conflict: {
    code: "COMMAND_CONFLICT",
    message: "two commands have the same name",
    reserved: KERNEL_COMMANDS,
  },
  seal: (entries) => entries,
  explain: (commands) =>
    commands.map(({ name, plugin, value: { summary, args = {}, flags = {} } }) => ({
      name,
      plugin,
      title: `command waymark ${name}`,
      about: [summary.replace(/\.?$/, ".")],
      sections: {
        arguments: Object.entries(args).map(([arg, entry]) => [arg, entry.summary]),
        flags: Object.entries(flags).map(([flag, entry]) => [`--${flag}`, entry.summary]),
      },
    })),
};

/** The kernel's own part of every registry. */
export const KERNEL: KernelParts = { points: [Commands, Exports], services: [Runtime.id] };
