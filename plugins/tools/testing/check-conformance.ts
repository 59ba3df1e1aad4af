/** Each operation answers as declared: the cases of `waymark check`. */
import { messageOf, type SealedRoute } from "waymark";
import { createClient } from "../shared/client.ts";
import { operationName } from "../shared/context.ts";
import type { Failure, Report } from "../shared/report.ts";
import { runConformance } from "../shared/run.ts";
import type { LoggedLine } from "../shared/logged.ts";
import { recordingLog } from "./counters.ts";
import type { Environment } from "./environment.ts";
import { check, violationUnless, type LocatedViolation, type PluginCheck } from "./plugin-check.ts";

interface Run {
  readonly report: Report;
  readonly lines: readonly LoggedLine[];
}

/** @param warnings whether warnings of `waymark check` about the plugin's policies are failures. */
export async function* conformanceChecks(
  environment: Environment,
  { warnings = false } = {},
): AsyncGenerator<PluginCheck> {
  const { name, plugin } = environment;
  const { registry } = await environment.boot();
  const inDepth = selectRoutes(registry.routes, environment);
  let run: Promise<Run> | undefined;
  const runOnce = () => (run ??= checkAll(environment, inDepth));
  const results = (): Promise<Run> =>
    runOnce().catch(() => {
      throw new Error(`nothing was checked\n  hint: see why the check "${name}: starts" fails`);
    });

  yield check(`${name}: starts`, async () =>
    (await runOnce()).lines.flatMap((line) => lifecycleViolation(line, plugin.id)),
  );
  for (const route of inDepth) {
    yield check(`${name}: ${operationName(route)}`, async () => {
      const { report, lines } = await results();
      const reason = handlerError(route, lines);
      return report.failures
        .filter(({ operation }) => operation === operationName(route))
        .flatMap((failure) => locate(failure, reason));
    });
  }
  const operations = new Set([...inDepth].map(operationName));
  yield check(`${name}: the server and its documents`, async () =>
    (await results()).report.failures
      .filter(({ operation }) => !operations.has(operation))
      .flatMap((failure) => locate(failure)),
  );
  if (!warnings || plugin.policies === undefined) return;
  const policies = new Set(plugin.policies.map(({ id }) => id));
  yield check(`${name}: no warnings`, async () => {
    const hint =
      'add a conformance test to the policy: conformance: () => import("./check-conformance.ts"), made with defineConformance of "waymark/conformance"';
    return (await results()).report.warnings
      .filter((text) => policies.has(/\bpolicy ([\w-]+)/.exec(text)?.[1] ?? ""))
      .map((received) => ({ where: "policies", expected: "no warning", received, hint }));
  });
}

/** Returns the plugin's own routes and, since policies work on all routes, one of each kind if it has policies. */
function selectRoutes(routes: readonly SealedRoute[], { plugin }: Environment) {
  const own = routes.filter((route) => route.plugin === plugin.id);
  if (plugin.policies === undefined) return new Set(own);
  const kinds = Map.groupBy(routes, ({ method, kind }) => `${method} ${kind}`);
  return new Set([...own, ...[...kinds.values()].flatMap(([first]) => first ?? [])]);
}

async function checkAll(environment: Environment, inDepth: ReadonlySet<SealedRoute>): Promise<Run> {
  const log = recordingLog();
  const server = await environment.start({ log });
  const client = createClient(server.origin);
  const refs = new Set([...inDepth].map(({ ref }) => ref));
  try {
    const report = await runConformance(
      server.registry,
      { origin: server.origin, exclusive: true, client },
      { only: ({ ref }) => refs.has(ref), logged: () => log.lines },
    );
    return { report, lines: log.lines };
  } finally {
    client.close();
    await server.close();
  }
}

/** Returns a violation if the kernel logged a reason: the start or stop of the plugin failed. */
function lifecycleViolation({ fields }: LoggedLine, id: string): readonly LocatedViolation[] {
  const { plugin, reason } = fields;
  return violationUnless(plugin !== id || reason === undefined, {
    where: "start and stop",
    expected: "a plugin that starts, and whose closers run",
    received: String(reason),
    hint: "fix the setup, or what it passes to defer()",
  });
}

/** Returns why the handler failed, which is only logged. */
function handlerError({ ref }: SealedRoute, lines: readonly LoggedLine[]): string | undefined {
  const error = lines.find(({ fields }) => fields["route"] === ref)?.fields["error"];
  return error === undefined ? undefined : messageOf(error).split("\n", 2).join(" ");
}

function locate(failure: Failure, reason?: string): readonly LocatedViolation[] {
  const { operation, case: name, expected, received, hint, more } = failure;
  const where = `${operation} [${name}]`;
  const because = reason !== undefined && received.includes("500") ? ` (${reason})` : "";
  return [
    { where, expected, received: `${received}${because}`, hint },
    ...more.map((violation) => ({ where, ...violation })),
  ];
}
