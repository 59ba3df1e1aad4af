/** Records starts, stops, reloads, and which plugins they switched. */
import { isDeepStrictEqual } from "node:util";
import type { Log, Registry } from "waymark";
import type { Audit, Runtime, Scheduler } from "waymark/services";

type Installed = Pick<Registry, "installed">;

/** Returns the plugins that were switched or changed, by id. Never the values of options: they may be secret. */
function pluginChanges(
  before: Installed,
  after: Installed,
): readonly { readonly action: string; readonly target: string }[] {
  const old = enabledIn(before);
  const current = enabledIn(after);
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((target) => {
    if (!current.has(target)) return [{ action: "plugin.switched-off", target }];
    if (!old.has(target)) return [{ action: "plugin.switched-on", target }];
    const isSame = isDeepStrictEqual(old.get(target), current.get(target));
    return isSame ? [] : [{ action: "plugin.changed", target }];
  });
}

/** Options of enabled plugins by id. */
function enabledIn({ installed }: Installed): ReadonlyMap<string, unknown> {
  return new Map(
    installed.flatMap(({ plugin, enabled, options }) => (enabled ? [[plugin.id, options]] : [])),
  );
}

/** Milliseconds between two looks at the server: that the server listens, and reloads that failed. */
const LOOK_MS = 500;

interface Following {
  readonly runtime: Runtime;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly audit: Audit;
}

/** Begins to record. Returns the function that ends it. */
export function followServer({ runtime, scheduler, log, audit }: Following): () => Promise<void> {
  let { registry } = runtime;
  let failures = runtime.reloads.failed;
  // A plugin that a reload starts does not see the server start.
  let started = runtime.origin === undefined ? false : undefined;
  const note = (action: string, outcome: "ok" | "failed" = "ok", target?: string) =>
    audit.record({ action, outcome, target });

  async function look(): Promise<void> {
    if (started === false && runtime.origin !== undefined) {
      started = true;
      note("server.started", "ok", registry.revision);
    }
    if (runtime.reloads.failed > failures) note("config.reload-failed", "failed");
    failures = runtime.reloads.failed;
  }
  const looking = scheduler.start({
    name: "audit-server",
    everyMs: LOOK_MS,
    log,
    task: ["the state of the server", "recorded"],
    run: look,
  });
  const unfollow = runtime.onChange((next) => {
    if (next.revision === registry.revision) return;
    note("config.reloaded", "ok", next.revision);
    for (const { action, target } of pluginChanges(registry, next)) note(action, "ok", target);
    registry = next;
  });
  return async () => {
    await looking.run();
    await looking.stop();
    unfollow();
    if (started === true && !runtime.ready) note("server.stopped");
  };
}
