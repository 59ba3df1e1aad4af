/** The point of deployment: what plugins need of the place where a service is shipped to. */
import { definePoint, type PluginTypes } from "waymark";
import { z } from "zod";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Engines, disks and scrapers that the plugin needs where the service is shipped to, by a name. */
    readonly deployment?: Readonly<Record<string, DeploymentNeed<C["options"]>>>;
  }
}

const NEEDS = [
  "postgres",
  "valkey",
  "volume",
  "prometheus",
  "socket",
  "certificate",
  "admin listener",
  "proxy protocol",
] as const;

/** Need of an external service, derived from an option: without a value, none. */
export interface DeploymentNeed<Options = never> {
  /**
   * `postgres` and `valkey`: an engine that nodes share, at the address in the option, which is marked as a secret.
   * `volume`: a disk for the file that the option names, unless the plugin has an engine. `prometheus`: scrapes as the job
   * that the option names. The others are what listens: `socket`, a path in place of the port of clients; `certificate`, paths
   * `cert` and `key`; `admin listener`, its `port` or `socket`; `proxy protocol`, in front of each connection.
   */
  readonly needs: (typeof NEEDS)[number];
  readonly option: keyof Options & string;
  /** Work that is done once before each rollout, in place of at each start. */
  readonly once?: {
    /** The command that does it. */
    readonly command: string;
    /** The option that says what a start does, its value where the command has run, and the value that leaves it to starts. */
    readonly option: keyof Options & string;
    readonly value: string;
    readonly unless: string;
  };
  /** The export of the plugin that has rules for Prometheus. */
  readonly rules?: string;
}

/** The needs of all plugins, which fill the templates of a deployment. */
export const Deployment = definePoint({
  id: "deployment",
  noun: "need of a deployment",
  reader: "deployment",
  schema: z.strictObject({
    needs: z.enum(NEEDS),
    option: z.string(),
    once: z
      .strictObject({
        command: z.string(),
        option: z.string(),
        value: z.string(),
        unless: z.string(),
      })
      .exactOptional(),
    rules: z.string().exactOptional(),
  }),
});
