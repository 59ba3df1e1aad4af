/** The facts of a service that fill the templates of its deployment: from registry, config and what plugins need of it. */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { toMilliseconds } from "waymark";
import { configKey, configPath } from "waymark/advanced";
import { CONFIG_FILES, Exports, toVariable } from "waymark/tools";
import type { Booted, Env } from "waymark/server";
import { Deployment } from "waymark/services";
import { effectiveConfig } from "../../shared/setting/effective-config.ts";
import { exposedIn, secretsOf, variableOf } from "./secrets.ts";
import { toYaml } from "./templates.ts";

/** Variables that a deployment sets itself, or that belong to the machine on which this command runs. */
const OF_THE_PLACE = ["PORT", "HOST", "WAYMARK_ADMIN_HOST", "WAYMARK_INSTANCE"];
/** The folder of the project in an image. */
const APP = "/app";
/** Time for closers behind the drain, in seconds. */
const CLOSERS_SECONDS = 15;
/** Looks of the balancer without an answer after which a node gets no requests, as its template has it. */
const FALL = 2;
const OPENMETRICS = "application/openmetrics-text";

interface Wanted {
  /** The environment that the service was booted with. */
  readonly env: Env;
  readonly nodes: number;
  readonly into: string;
}

export type Facts = Awaited<ReturnType<typeof factsOf>>;

/** Returns the facts by the names that templates have for them. */
export async function factsOf(booted: Booted, { env, nodes, into }: Wanted) {
  const { config, installed, file, folder, registry } = booted;
  const values = await effectiveConfig(booted, env);
  const originOf = new Map(values.map(({ key, origin }) => [key, origin]));
  const held = installed.flatMap((entry) => (entry.enabled ? secretsOf(entry) : []));
  const secrets = held.filter(({ key }) => originOf.get(key) !== "default");
  const needs = needsOf(booted);
  const secretsFor = (kind: string) =>
    secrets.filter(({ variable }) =>
      needs.some((need) => need.needs === kind && need.variable === variable),
    );
  const [postgres] = secretsFor("postgres");
  const valkey = secretsFor("valkey");
  const dataFiles = dataFilesOf(needs);
  const once = onceOf(needs, originOf);
  const scraped = needs.find((one) => one.needs === "prometheus");

  const name = hostName(config.app.name);
  const place = relative(folder, resolve(into)) || ".";
  const nodeNames = Array.from({ length: nodes }, (_, index) => `node-${index + 1}`);
  const isBalanced = nodes > 1;
  const listeners = listenersOf(needs);
  const { admin, socket } = listeners;
  const measured = measuredOf(booted, listeners);
  const tls = certificateOf(listeners);
  const given = secrets.filter((secret) => !valkey.includes(secret));
  const isHidden = new Set([
    ...OF_THE_PLACE,
    ...held.flatMap(({ key }) => originOf.get(key) ?? []),
    ...needs.flatMap((need) => (need.needs === "volume" ? [need.variable] : [])),
  ]);
  const variables = Object.entries({
    ...once?.variables,
    ...(file === undefined || CONFIG_FILES.includes(basename(file))
      ? {}
      : { WAYMARK_CONFIG: basename(file) }),
    ...Object.fromEntries(
      values.flatMap(({ origin }) =>
        env[origin] === undefined || isHidden.has(origin) ? [] : [[origin, env[origin]]],
      ),
    ),
  }).map(([variable, value]) => ({ variable, value }));
  const hasEngines = postgres !== undefined || valkey.length > 0;
  const port = config.port === 0 ? 3000 : config.port;
  const adminPort = admin?.socket === undefined ? admin?.port : undefined;
  const delaySeconds = seconds(config.stop.delay);
  const look = (kind: string) => {
    const path = registry.routes.find(({ declaration }) => declaration.probe === kind)?.path;
    return { path, script: path && lookAt(port, path, tls !== undefined) };
  };
  const [live, ready] = [look("live"), look("ready")];
  // With a socket, the service runs on the machine itself.
  const hosts = socket !== undefined ? ["localhost"] : isBalanced ? nodeNames : [name];
  const scrapedPort = measured?.isAdmin === true ? adminPort : port;
  const isData = file !== undefined && /\.(?:ya?ml|json)$/.test(file);
  return {
    /** The service's name, as hosts and units are named. */
    name,
    nodes,
    nodeNames,
    isBalanced,
    /** The folder of these files, and the project's folder as seen from it. */
    into: place,
    dockerfile: `${place}/Dockerfile`,
    project: relative(resolve(into), folder) || ".",
    hasLockFile: existsSync(join(folder, "package-lock.json")),
    /** The config file, if it is data: a ConfigMap can hold it. */
    config: isData ? configFile(file) : undefined,

    // Needs of plugins
    secrets,
    postgres,
    valkey,
    hasEngines,
    /** Secrets for the containers of a compose file, whose Valkey needs none; people write `edited`. */
    given,
    edited: given.filter((secret) => secret !== postgres),
    /** Secrets that stand in the config file, which goes into the image. */
    exposed: exposedIn(booted),
    dataFiles,
    /** The work that is done once before a rollout. */
    once,
    /** Variables that are set here and hold no secret. */
    variables,

    // Listeners
    port,
    adminPort,
    publicUrl: config.baseUrl ?? "http://localhost:8080",
    hasBaseUrl: config.baseUrl !== undefined,
    isSecure: config.baseUrl?.startsWith("https:") === true,
    hasProxies: config.trustedProxies.length > 0,
    hasProxyProtocol: listeners.hasProxyProtocol,
    /** Paths of Unix sockets. A socket for clients takes the place of their port. */
    sockets: { clients: socket, admin: admin?.socket },
    tls,

    // Probes and scrapers
    live,
    ready,
    health: ready.path === undefined ? live : ready,
    /** Seconds that the stop of the service may take. */
    graceSeconds: delaySeconds + seconds(config.stop.drain) + CLOSERS_SECONDS,
    /** Milliseconds between looks of the balancer: it notices a node that stops within `stop.delay`. */
    checkMs: Math.max(200, Math.min(1000, Math.floor((delaySeconds * 1000) / (FALL + 1)))),
    metrics: measured && {
      ...measured,
      port: scrapedPort,
      targets: hosts.map((host) => `${host}:${scrapedPort}`),
      service: measured.isAdmin ? `${name}-admin` : name,
      job: String(scraped?.value ?? "waymark"),
    },
    /** Rules for Prometheus. */
    alerts: await registry
      .of(Exports)
      .find((one) => one.name === scraped?.rules)
      ?.text(),

    // Parts of single files
    runs: [
      ...(once === undefined ? [] : [{ id: "migrate", host: name, isJob: true }]),
      ...(isBalanced
        ? nodeNames.map((id) => ({ id, host: id, isNode: true }))
        : [{ id: name, host: name, isAlone: true }]),
    ].map((run) => ({ isJob: false, isNode: false, isAlone: false, ...run })),
    hasEnvironment:
      isBalanced ||
      [...variables, ...given, ...valkey, ...dataFiles].length > 0 ||
      adminPort !== undefined,
    hasMounts: tls !== undefined || dataFiles.length > 0,
    hasVolumes: hasEngines || measured !== undefined || dataFiles.length > 0,
    hasAnnotations: isData || measured !== undefined,
    unit: {
      description: config.app.description.replaceAll("%", "%%"),
      environment: variables.map(({ variable, value }) =>
        quote(`${variable}=${String(value).replaceAll("%", "%%")}`),
      ),
      data: dataFiles.map((data) => quote(`${data.variable}=%S/${name}/${data.file}`)),
      ...foldersOf([socket, admin?.socket]),
    },
  };
}

type Need = ReturnType<typeof needsOf>[number];

/** Returns what plugins that are on need, with the variable and the value of the option that says so. */
function needsOf({ registry, installed }: Booted) {
  return registry.of(Deployment).flatMap(({ plugin: id, value: need }) => {
    const entry = installed.find(({ plugin }) => plugin.id === id);
    if (entry === undefined) return [];
    const options = Object(entry.options) as Readonly<Record<string, unknown>>; // validated: a map
    const variable = variableOf(entry.plugin, need.option);
    return [{ ...need, entry, variable, value: options[need.option] }];
  });
}

interface Listeners {
  /** Path of the socket for clients, in place of their port. */
  readonly socket?: string;
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly admin?: { readonly port?: number; readonly socket?: string };
  readonly hasProxyProtocol: boolean;
}

/** Returns what the service listens at beside its host and port. */
function listenersOf(needs: readonly Need[]): Listeners {
  const valueOf = (kind: Need["needs"]) => needs.find((need) => need.needs === kind)?.value;
  return {
    socket: valueOf("socket"),
    certificate: valueOf("certificate"),
    admin: valueOf("admin listener"),
    hasProxyProtocol: valueOf("proxy protocol") === true,
  } as Listeners; // values of this form, as the kinds demand
}

/** Returns the files of data that are not in an engine. Names such as `:memory:` are not files. */
function dataFilesOf(needs: readonly Need[]) {
  return needs.flatMap(({ needs: kind, entry, variable, value }) => {
    if (kind !== "volume" || typeof value !== "string" || value.startsWith(":")) return [];
    const isElsewhere = needs.some(
      (other) => other.entry === entry && other.needs !== "volume" && other.value !== undefined,
    );
    const file = basename(value);
    return isElsewhere ? [] : [{ variable, file, path: `/data/${file}` }];
  });
}

/** Returns the command that is run once, and the variables with which a start leaves its work out. */
function onceOf(needs: readonly Need[], originOf: ReadonlyMap<string, string>) {
  const need = needs.find(({ once, value }) => once !== undefined && value !== undefined);
  if (need?.once === undefined) return undefined;
  const { command, option, value, unless } = need.once;
  const isChosen = originOf.get(`${configPath(configKey(need.entry))}.${option}`) !== "default";
  const chosen: unknown = Object(need.entry.options)[option];
  if (isChosen && chosen === unless) return undefined;
  return { command, variables: isChosen ? {} : { [variableOf(need.entry.plugin, option)]: value } };
}

/** Returns the measurements for scrapers, if a port has them. */
function measuredOf({ registry }: Booted, { admin, socket, certificate }: Listeners) {
  const exposing = (routes: typeof registry.routes) =>
    routes.find(({ declaration: { produces = [] } }) =>
      produces.some((type) => type.startsWith(OPENMETRICS)),
    )?.path;
  const hasAdminPort = admin !== undefined && admin.socket === undefined;
  const ofAdmin = hasAdminPort ? exposing(registry.adminRoutes) : undefined;
  const path = ofAdmin ?? (socket === undefined ? exposing(registry.routes) : undefined);
  if (path === undefined) return undefined;
  const isSecure = certificate !== undefined && ofAdmin === undefined;
  return { path, isAdmin: ofAdmin !== undefined, isSecure, scheme: isSecure ? "https" : "http" };
}

/** Returns certificate and key, and their folder in an image; the folder is undefined if they have none of their own. */
function certificateOf({ certificate }: Listeners) {
  if (certificate === undefined) return undefined;
  const { cert, key } = certificate;
  const [one, other] = [cert, key].map((path) => dirname(resolve(APP, path)));
  const folder = one === other && one !== APP ? one : undefined;
  const mount = `./tls:${folder}:ro`;
  return { cert, key, folder, mount, certFile: basename(cert), keyFile: basename(key) };
}

function configFile(path: string) {
  const [file, text] = [basename(path), readFileSync(path, "utf8")];
  return {
    file,
    path: `${APP}/${file}`,
    entry: toYaml({ [file]: text }),
    sum: hash("sha256", text),
  };
}

/** Returns a look at a path of the service from within a container, which has no other program for it than Node. */
function lookAt(port: number, path: string, isSecure: boolean): string {
  const ask = isSecure
    ? // By an address that the certificate does not have.
      `require("node:https").get("https://127.0.0.1:${port}${path}", { rejectUnauthorized: false }`
    : `require("node:http").get("http://127.0.0.1:${port}${path}"`;
  return `${ask}, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on("error", () => process.exit(1))`;
}

/** Returns the folders of sockets: systemd makes a folder in `/run`, and opens others for the service. */
function foldersOf(sockets: readonly (string | undefined)[]) {
  const folders = new Set(sockets.flatMap((path) => (path === undefined ? [] : dirname(path))));
  const runtime = [...folders].flatMap((folder) => /^\/run\/([^/]+)$/.exec(folder)?.[1] ?? []);
  const others = [...folders].filter((folder) => !/^\/run\/[^/]+$/.test(folder));
  return { hasFolders: folders.size > 0, runtime, folders: others };
}

/** Quotes a text as systemd reads values with spaces. */
function quote(text: string): string {
  return /^[\w%./:=,@+-]*$/.test(text) ? text : JSON.stringify(text);
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
