/** Each operation answers as declared, as `waymark check` asks it. */
import { messageOf } from "../../../registry/contract/finding.ts";
import type { SealedRoute } from "../../../registry/contract/sealed-route.ts";
import { createClient } from "../../check/client.ts";
import type { Failure, Report } from "../../check/report.ts";
import { runConformance } from "../../check/run.ts";
import { operationName } from "../../check/context.ts";
import type { PluginCheck } from "../plugin-test.ts";
import { expectNone, found, type Found } from "../problems.ts";
import type { Scene } from "../environment.ts";
import { keptLog, type Line } from "../watch.ts";

interface Asked {
  readonly report: Report;
  readonly logged: readonly Line[];
}

/** @param warnings whether what the check itself only warns of is a failure where the plugin's policies are concerned. */
export async function* conformanceChecks(
  scene: Scene,
  { warnings = false } = {},
): AsyncGenerator<PluginCheck> {
  const { registry } = await scene.boot();
  const inDepth = selectionOf(registry.routes, scene);
  let asked: Promise<Asked> | undefined;
  const ask = () => (asked ??= askAll(scene, inDepth));
  const report = async () => {
    try {
      return await ask();
    } catch {
      throw new Error(`nothing was asked\n  hint: see why the check "${scene.name}: starts" fails`);
    }
  };

  yield {
    name: `${scene.name}: starts`,
    run: async () => {
      const { logged } = await ask();
      expectNone(logged.flatMap((line) => lifeProblem(line, scene)));
    },
  };
  for (const route of inDepth) {
    yield {
      name: `${scene.name}: ${operationName(route)}`,
      run: async () => {
        const { report: told, logged } = await report();
        const failures = told.failures.filter(
          ({ operation }) => operation === operationName(route),
        );
        expectNone(failures.flatMap((failure) => problemsOf(failure, reasonFor(route, logged))));
      },
    };
  }
  const names = new Set([...inDepth].map(operationName));
  yield {
    name: `${scene.name}: the service and its documents`,
    run: async () => {
      const { failures } = (await report()).report;
      const others = failures.filter(({ operation }) => !names.has(operation));
      expectNone(others.flatMap((failure) => problemsOf(failure)));
    },
  };
  if (!warnings || scene.plugin.policies === undefined) return;
  yield {
    name: `${scene.name}: no warnings`,
    run: async () => {
      const own = new Set(scene.plugin.policies?.map(({ id }) => id));
      const told = (await report()).report.warnings.filter((text) => own.has(policyOf(text)));
      const hint =
        'give the policy a proof: proof: () => import("./cors.proof.ts"), made with defineProof of "waymark/conformance"';
      expectNone(
        told.map((text) => ({ where: "policies", expected: "no warning", received: text, hint })),
      );
    },
  };
}

/** The plugin's own routes. A policy works on all routes: of a plugin that has one, one route of each kind is asked. */
function selectionOf(routes: readonly SealedRoute[], { plugin }: Scene): ReadonlySet<SealedRoute> {
  const own = routes.filter((route) => route.plugin === plugin.id);
  if (plugin.policies === undefined) return new Set(own);
  const kinds = Map.groupBy(routes, ({ method, kind }) => `${method} ${kind}`);
  return new Set([...own, ...[...kinds.values()].flatMap(([first]) => first ?? [])]);
}

async function askAll(scene: Scene, inDepth: ReadonlySet<SealedRoute>): Promise<Asked> {
  const log = keptLog();
  const server = await scene.start({ log });
  const client = createClient(server.origin);
  const refs = new Set([...inDepth].map(({ ref }) => ref));
  try {
    const report = await runConformance(
      server.registry,
      { origin: server.origin, exclusive: true, client },
      { only: ({ ref }) => refs.has(ref) },
    );
    return { report, logged: log.lines };
  } finally {
    client.close();
    await server.close();
  }
}

/** Each warning names the policy that it is about. */
function policyOf(warning: string): string {
  return /\bpolicy ([\w-]+)/.exec(warning)?.[1] ?? "";
}

/** What the kernel logs of the plugin's own start and stop. */
function lifeProblem({ fields }: Line, { plugin }: Scene): readonly Found[] {
  const { plugin: id, reason } = fields;
  return found(id !== plugin.id || reason === undefined, {
    where: "start and stop",
    expected: "a plugin that starts, and whose closers run",
    received: String(reason),
    hint: "mend the setup, or what it gave to defer()",
  });
}

/** Why the handler failed, which clients are not told. */
function reasonFor({ ref }: SealedRoute, logged: readonly Line[]): string | undefined {
  const error = logged.find(({ fields }) => fields["route"] === ref)?.fields["error"];
  return error === undefined ? undefined : messageOf(error).split("\n", 2).join(" ");
}

function problemsOf(failure: Failure, reason?: string): readonly Found[] {
  const { operation, case: name, hint, more } = failure;
  const where = `${operation} [${name}]`;
  const because = reason !== undefined && failure.received.includes("500") ? ` (${reason})` : "";
  return [
    { where, expected: failure.expected, received: `${failure.received}${because}`, hint },
    ...more.map((problem) => ({ where, ...problem })),
  ];
}
