/** The point of health checks: how plugins say whether their parts work. */
import {
  definePoint,
  type HandlerContext,
  type Localized,
  type MaybePromise,
  type PluginTypes,
} from "waymark";
import { opaque } from "waymark/advanced";
import { z } from "zod";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Health checks, by name. */
    readonly health?: (
      use: C["use"],
      ctx: HandlerContext<C["options"], C["state"]>,
    ) => Readonly<Record<string, HealthCheck | NamedCheck>>;
  }
}

/** The result of a health check. */
export interface HealthReport {
  readonly status: "ok" | "degraded" | "down";
  /** Single sentence for people, without secrets. */
  readonly detail?: string;
}
/** A health check. Returning nothing means ok; throwing means down. */
export type HealthCheck = (signal: AbortSignal) => MaybePromise<HealthReport | void>;

/** A health check with a name for people: `{ en: "Certificates", es: "Certificados" }`. Default: the one it is declared under. */
export interface NamedCheck {
  readonly check: HealthCheck;
  readonly title?: Localized;
}

const Check = opaque<HealthCheck>("a function that checks", (v) => typeof v === "function");
const Named = z.strictObject({
  check: Check,
  title: z.union([z.string(), z.record(z.string(), z.string())]).exactOptional(),
});

/** The health checks of all plugins. A reader gets those of started plugins from the runtime. */
export const HealthChecks = definePoint({
  id: "health",
  noun: "health check",
  reader: "health",
  form: "record of services",
  schema: z.union([Check, Named]),
});
