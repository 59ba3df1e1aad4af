/** All contenders, and what starts each. */
import { existsSync } from "node:fs";
import type { Runtime } from "../../runtimes/runtimes.ts";

export interface Contender {
  readonly name: string;
  /** Path relative to this folder. */
  readonly script: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the Node of the project. */
  readonly runtime?: Runtime;
}

export const bare: Contender = { name: "node:http, tuned", script: "bare.ts" };
export const bareCached: Contender = {
  name: "node:http, tuned, answers kept",
  script: "bare.ts",
  env: { SPARSE: "cached" },
};
export const fastPath: Contender = { name: "Waymark, fast path", script: "waymark.ts" };
export const h3Only: Contender = {
  name: "Waymark, h3 only",
  script: "waymark.ts",
  env: { FAST_PATH: "off" },
};
export const bareH3: Contender = { name: "h3, bare", script: "h3.ts" };
export const fastify: Contender = { name: "Fastify 5", script: "peers/fastify.ts" };
export const hono: Contender = { name: "Hono", script: "peers/hono.ts" };
export const express: Contender = { name: "Express 5", script: "peers/express.ts" };
export const nest: Contender = { name: "NestJS on Fastify", script: "peers/nest.ts" };
export const yoga: Contender = { name: "graphql-yoga", script: "peers/yoga.ts" };
export const mercurius: Contender = { name: "Mercurius", script: "peers/mercurius.ts" };

/** The same contender in another environment. */
export function variant(contender: Contender, name: string, env: Contender["env"]): Contender {
  return { ...contender, name, env: { ...contender.env, ...env } };
}

/** The same contender, whose limiter refuses every request but the first. */
export function limited(contender: Contender): Contender {
  return variant(contender, `${contender.name}, limited`, { LIMITED: "on" });
}

/** Checks that the packages of the peers are installed. */
export function peersInstalled(): boolean {
  return existsSync(new URL("../node_modules/fastify/package.json", import.meta.url));
}

export function isPeer({ script }: Contender): boolean {
  return script.startsWith("peers/");
}
