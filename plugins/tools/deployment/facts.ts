/** The facts of a service that its deployment has to know, from registry and config, so that nothing is written twice. */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { toMilliseconds } from "waymark";
import {
  CONFIG_FILES,
  Exports,
  HIDDEN,
  configKey,
  configPath,
  effectiveConfig,
  envTargets,
  holdsSecret,
  keysOf,
  optionVariable,
  propertyOf,
  readSettings,
  toNode,
  toVariable,
  withoutSecrets,
} from "waymark/tools";
import type { Booted, Env, InstalledPlugin } from "waymark/server";
import { listenersOf, type Listeners } from "./listeners.ts";

/** The variables under which the engines that several nodes share are found. */
export const DATABASE = "DATABASE_URL";
export const REDIS = "WAYMARK_REDIS_URL";
/** The variable that says where the data of a single node is. */
const DATA_FILE = "WAYMARK_STORE_FILE";
/** The option that says how a start brings the database to the declared tables, and its variable. */
const MIGRATE = { key: "plugins.store.migrate", variable: "WAYMARK_STORE_MIGRATE" };
/** The variable of the job that exported rules are about. */
const JOB = "WAYMARK_METRICS_JOB";
/** The variable of the address of the admin listener, which is loopback by default. */
export const ADMIN_HOST = "WAYMARK_ADMIN_HOST";

/** Variables that a deployment sets itself, or that belong to the machine on which this command runs. */
const OF_THE_PLACE = new Set(["PORT", "HOST", ADMIN_HOST, "WAYMARK_INSTANCE", DATA_FILE]);

/** Time for closers behind the drain, in seconds. */
const CLOSERS_SECONDS = 15;

/** A value that no file of the deployment contains. */
export interface Secret {
  readonly variable: string;
  /** Name of the file that brings it: `database-url`. */
  readonly file: string;
  /** The config key that it sets, and its last part. */
  readonly key: string;
  readonly option: string;
}

export interface Facts {
  /** The service's name, as hosts and units are named. */
  readonly name: string;
  readonly description: string;
  /** The folder of these files, and the project's folder as seen from it. */
  readonly into: string;
  readonly project: string;
  readonly port: number;
  readonly nodes: number;
  /** Paths of the probes; undefined if the plugin is off. */
  readonly live: string | undefined;
  readonly ready: string | undefined;
  /** Seconds that the service still answers after SIGTERM, and seconds that its stop may take. */
  readonly delaySeconds: number;
  readonly graceSeconds: number;
  readonly secrets: readonly Secret[];
  /** Variables that are set here and hold no secret. */
  readonly variables: Readonly<Record<string, string>>;
  /** The data is in a database that nodes share. */
  readonly hasDatabase: boolean;
  readonly hasRedis: boolean;
  /** The tables are made once before a rollout, so that a start only checks that they exist. */
  readonly migratesOnce: boolean;
  /** The variable that names the file of the data, if the data is not shared. */
  readonly dataFile: { readonly variable: string; readonly name: string } | undefined;
  readonly baseUrl: string | undefined;
  readonly hasProxies: boolean;
  /** The config file, if it is data: a ConfigMap can hold it. */
  readonly config:
    | { readonly name: string; readonly text: string; readonly sum: string }
    | undefined;
  /** Secrets that stand in the config file, which goes into the image. */
  readonly exposed: readonly Secret[];
  readonly hasLockFile: boolean;
  readonly listeners: Listeners;
  /** The job as which Prometheus scrapes the service. */
  readonly job: string;
  /** Rules for Prometheus; undefined if no plugin exports some. */
  readonly alerts: string | undefined;
}

interface Wanted {
  /** The environment that the service was booted with. */
  readonly env: Env;
  readonly nodes: number;
  readonly into: string;
}

export async function factsOf(booted: Booted, { env, nodes, into }: Wanted): Promise<Facts> {
  const { config, registry, installed, file, folder } = booted;
  const on = installed.filter(({ enabled }) => enabled);
  const values = await effectiveConfig(booted, env, {});
  const originOf = new Map(values.map(({ key, origin }) => [key, origin]));
  const held = on.flatMap((entry) => secretsOf(entry));
  const byVariable = values.flatMap(({ origin }) => (env[origin] === undefined ? [] : [origin]));
  const secret = new Set(held.flatMap(({ key }) => originOf.get(key) ?? []));
  const { delay, drain } = config.stop;
  const [delaySeconds, drainSeconds] = [delay, drain].map((time) => seconds(time));
  const hasDatabase = hasValue(booted, DATABASE);
  const migrate = values.find(({ key }) => key === MIGRATE.key);
  const isChosen = migrate?.origin !== "default";
  const migratesOnce =
    hasDatabase && migrate !== undefined && !(isChosen && migrate.value === "auto");
  const probe = (kind: string) =>
    registry.routes.find(({ declaration }) => declaration.probe === kind)?.path;
  return {
    name: hostName(config.app.name),
    description: config.app.description,
    into: relative(folder, resolve(into)) || ".",
    project: relative(resolve(into), folder) || ".",
    port: config.port === 0 ? 3000 : config.port,
    nodes,
    live: probe("live"),
    ready: probe("ready"),
    delaySeconds: delaySeconds ?? 0,
    graceSeconds: (delaySeconds ?? 0) + (drainSeconds ?? 0) + CLOSERS_SECONDS,
    secrets: held.filter((one) => originOf.get(one.key) !== "default"),
    variables: {
      ...(migratesOnce && !isChosen ? { [MIGRATE.variable]: "verify" } : {}),
      ...(file === undefined || CONFIG_FILES.includes(basename(file))
        ? {}
        : { WAYMARK_CONFIG: basename(file) }),
      ...Object.fromEntries(
        byVariable
          .filter((name) => !OF_THE_PLACE.has(name) && !secret.has(name))
          .map((name) => [name, env[name] ?? ""]),
      ),
    },
    hasDatabase,
    hasRedis: hasValue(booted, REDIS),
    migratesOnce,
    dataFile: hasDatabase ? undefined : dataFileOf(booted),
    baseUrl: config.baseUrl,
    hasProxies: config.trustedProxies.length > 0,
    config: file === undefined || !/\.(?:ya?ml|json)$/.test(file) ? undefined : textOf(file),
    exposed: exposedIn(booted),
    hasLockFile: existsSync(join(folder, "package-lock.json")),
    listeners: listenersOf(booted),
    job: String(valueOf(installed, JOB) ?? "waymark"),
    alerts: await registry
      .of(Exports)
      .find(({ name }) => name === "alerts")
      ?.text(),
  };
}

/** Checks that the option behind a variable has a value. */
export function hasValue({ installed }: Pick<Booted, "installed">, variable: string): boolean {
  return valueOf(installed, variable) !== undefined;
}

function valueOf(installed: readonly InstalledPlugin[], variable: string): unknown {
  const target = envTargets(installed.map(({ plugin }) => plugin)).get(variable);
  const entry = installed.find(({ plugin, enabled }) => enabled && plugin.id === target?.plugin);
  const options = entry?.options as Readonly<Record<string, unknown>> | undefined; // validated: a map
  return target?.option === undefined ? undefined : options?.[target.option];
}

function dataFileOf({ installed }: Booted): Facts["dataFile"] {
  const file = valueOf(installed, DATA_FILE);
  return typeof file === "string" && file !== ":memory:"
    ? { variable: DATA_FILE, name: basename(file) }
    : undefined;
}

/** Returns every option of a plugin that holds a secret, set or not. */
function secretsOf(entry: InstalledPlugin): readonly Secret[] {
  const { id, options, env = {} } = entry.plugin;
  const root = options && toNode(options);
  return keysOf(root).flatMap((option) => {
    const schema = propertyOf(root, option);
    if (schema === undefined || !holdsSecret(schema)) return [];
    const variable = env[option] ?? optionVariable(id, option);
    const file = variable
      .replace(/^WAYMARK_/, "")
      .toLowerCase()
      .replaceAll("_", "-");
    return [{ variable, file, key: `${configPath(configKey(entry))}.${option}`, option }];
  });
}

/** The address of an engine without a password is open, although others of its kind are secrets. */
function exposedIn({ config, installed }: Booted): readonly Secret[] {
  const { settings } = readSettings(config.plugins, "");
  return installed.flatMap((entry) => {
    const options = settings.get(configKey(entry))?.options ?? {};
    const root = entry.plugin.options && toNode(entry.plugin.options);
    const hidden = Object(withoutSecrets(options, root)) as typeof options; // of the same form
    return secretsOf(entry).filter(({ option }) => {
      const value = options[option];
      const isOpen = typeof value === "string" && isOpenAddress(value);
      return !isOpen && (JSON.stringify(hidden[option]) ?? "").includes(HIDDEN);
    });
  });
}

function isOpenAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    !url.protocol.startsWith("http") &&
    url.password === "" &&
    !/pass/i.test(url.search)
  );
}

function textOf(file: string): NonNullable<Facts["config"]> {
  const text = readFileSync(file, "utf8");
  return { name: basename(file), text, sum: hash("sha256", text) };
}

function seconds(time: Parameters<typeof toMilliseconds>[0]): number {
  return Math.ceil(toMilliseconds(time) / 1000);
}

/** Returns the name as DNS allows it: `Brain Atlas` as `brain-atlas`. */
function hostName(name: string): string {
  const words = toVariable(name.replaceAll(/[^A-Za-z0-9]+/g, "-")).toLowerCase();
  const label = words
    .replaceAll("_", "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, 40);
  return label.replace(/-+$/, "") || "waymark";
}
