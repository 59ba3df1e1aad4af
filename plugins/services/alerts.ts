/** The point of alerts: conditions of the running service that its operators want to hear of. */
import { definePoint, type PluginTypes, type Registry } from "waymark";
import { opaque } from "waymark/advanced";
import { z } from "zod";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Conditions that operators want to hear of, by a name in PascalCase. */
    readonly alerts?: Readonly<Record<string, Alert<C["options"]>>>;
  }
}

/** A condition that operators want to hear of, in terms of what the service measures. */
export interface Alert<Options> extends Omit<SealedAlert, "name" | "plugin" | "expr"> {
  /**
   * PromQL; the condition holds for each series that it returns. `$job` stands for the matcher of the service's own series:
   * `redis_nodes{$job} < 2`. A function returns undefined if the options leave nothing to watch.
   */
  readonly expr: string | ((registry: Registry, options: Options) => string | undefined);
}

/** An alert with its owner. */
export interface SealedAlert {
  readonly name: string;
  readonly plugin: string;
  /** PromQL, with `$job` for the matcher of the service's own series. */
  readonly expr: string;
  /** Time that the condition has to hold, such as "5m". Default: no time. */
  readonly for?: string;
  /** `page`: somebody has to come now. `ticket`: somebody has to look at it in working hours. */
  readonly severity: "page" | "ticket";
  /** A sentence about a series for which the condition holds, with Prometheus' templates: `{{ $labels.instance }}`. */
  readonly summary: string;
  /** A sentence that says what to do next. */
  readonly action: string;
  /** Further steps, for `waymark explain Waymark<name>`. */
  readonly runbook?: readonly string[];
}

const isExpression = (value: unknown) => typeof value === "string" || typeof value === "function";

/** The alerts of all plugins, the source of the rules for Prometheus. */
export const Alerts = definePoint({
  id: "alerts",
  noun: "alert",
  reader: "metrics",
  schema: z.strictObject({
    expr: opaque<Alert<never>["expr"]>("PromQL, or a function that returns it", isExpression),
    for: z.string().exactOptional(),
    severity: z.enum(["page", "ticket"]),
    summary: z.string(),
    action: z.string(),
    runbook: z.array(z.string()).readonly().exactOptional(),
  }),
  conflict: { code: "ALERT_CONFLICT", message: "two alerts have the same name" },
  seal: (entries, registry): readonly SealedAlert[] =>
    entries.flatMap(({ name, plugin, options, value: { expr: declared, ...alert } }) => {
      const expr = typeof declared === "string" ? declared : declared(registry, options);
      return expr === undefined ? [] : [{ ...alert, name, plugin, expr }];
    }),
  explain: (alerts) =>
    alerts.map(({ name, plugin, severity, expr, summary, action, runbook = [], for: time }) => ({
      name: `Waymark${name}`,
      plugin,
      title: `alert Waymark${name}: ${severity}`,
      about: [summary.replaceAll(/\{\{ \$(?:labels\.)?(\w+).*?\}\}/g, "<$1>")],
      facts: { fires: time === undefined ? "at once" : `after ${time}`, "what to do": action },
      sections: {
        // oxlint-disable-next-line unicorn/no-thenable -- a title
        then: runbook.map((step, index) => [`${index + 1}.`, step]),
        while: expr.split("\n").map((line) => [line]),
      },
    })),
});
