/** Writes changes into the config file, and waits for the server to serve them. */
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "waymark/tools";
import type { Nodes, Runtime } from "waymark/services";
import { applyText, undoText } from "../../shared/setting/apply.ts";
import type { Wanted } from "../../shared/setting/preview.ts";
import { fill } from "../shared/fill.ts";
import { consoleMessages } from "./messages.ts";
import { followed } from "./nodes.ts";
import type { Done } from "./plugin-list.ts";
import { hashOf } from "./preview-part.ts";

/** Milliseconds that a reload may take before the page goes on without it. */
const RELOAD_MS = 10_000;
const POLL_MS = 50;

/** A change, or the reason why nothing was written. */
type Outcome = { readonly text: string; readonly href?: string } | { readonly failed: string };

interface Service {
  readonly runtime: Runtime;
  readonly nodes: Nodes | undefined;
}

/**
 * Applies a change of a plugin's setting, unless the config then does not seal, or the file is another one than was
 * previewed.
 *
 * @param seen hash of the text that was previewed.
 */
export function apply(
  service: Service,
  language: string,
  plugin: string,
  wanted: Wanted,
  seen: string,
): Promise<Outcome> {
  const page = `/console/plugins/${encodeURIComponent(plugin)}`;
  return outcomeOf(service, language, "applied", page, async (file) => {
    const { previewChange } = await import("./config-thread.ts");
    const preview = await previewChange(file, plugin, wanted);
    if ("refused" in preview) throw new UsageError(preview.refused);
    const { text, next } = preview;
    if (hashOf(text) !== seen)
      throw new UsageError(`${file} was changed meanwhile\n  hint: look at the preview again`);
    await applyText(file, text, next);
  });
}

/** Restores the text before the last change, unless there is none, or the file was changed since. */
export function undo(service: Service, language: string): Promise<Outcome> {
  return outcomeOf(service, language, "undone", "/console/plugins", undoText);
}

/** @param page page that then shows what is served. */
async function outcomeOf(
  { runtime, nodes }: Service,
  language: string,
  done: Done,
  page: string,
  write: (file: string) => Promise<void>,
): Promise<Outcome> {
  const messages = consoleMessages(runtime.registry, language);
  const file = runtime.configFile;
  if (file === undefined) return { failed: messages.noFile };
  try {
    const taken = await reloaded(runtime, () => write(file));
    const text = fill(messages[done][taken], { file: basename(file) });
    if (taken !== "served") return { text };
    if (nodes !== undefined) await followed(nodes);
    return { text, href: `${page}?done=${done}` };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { failed: error.message };
  }
}

/**
 * Writes, and resolves once the server has taken over the config, or has refused it: `late` if neither happens within
 * seconds.
 */
async function reloaded(
  { reloads }: Runtime,
  write: () => Promise<void>,
): Promise<"served" | "failed" | "late"> {
  const { appliedAt, failed } = reloads;
  await write();
  const end = performance.now() + RELOAD_MS;
  while (performance.now() < end) {
    if (reloads.appliedAt !== appliedAt) return "served";
    if (reloads.failed !== failed) return "failed";
    await sleep(POLL_MS);
  }
  return "late";
}
