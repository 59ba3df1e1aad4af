/** Listeners of a service, and what scrapers read there, as its deployment has to know it. */
import { basename, dirname, resolve } from "node:path";
import type { Booted } from "waymark/server";

/** The folder of the project in an image. */
export const APP = "/app";
const OPENMETRICS = "application/openmetrics-text";

export interface Listeners {
  /** Paths of Unix sockets. One for clients takes the place of their port. */
  readonly sockets: { readonly clients: string | undefined; readonly admin: string | undefined };
  /** Port of the admin listener. */
  readonly adminPort: number | undefined;
  readonly tls: Certificate | undefined;
  readonly hasProxyProtocol: boolean;
  /** Measurements for scrapers, if a port has them. */
  readonly metrics: Metrics | undefined;
}

interface Certificate {
  /** Paths as the config names them. */
  readonly cert: string;
  readonly key: string;
  /** The folder of both in an image; undefined if they have none of their own. */
  readonly folder: string | undefined;
}

interface Metrics {
  readonly path: string;
  readonly scheme: "http" | "https";
  readonly isAdmin: boolean;
}

export function listenersOf({ config, registry }: Booted): Listeners {
  const { admin, socket, tls, proxyProtocol } = config;
  const adminPort = admin?.socket === undefined ? admin?.port : undefined;
  const exposing = (routes: typeof registry.routes) =>
    routes.find(({ declaration: { produces = [] } }) =>
      produces.some((type) => type.startsWith(OPENMETRICS)),
    )?.path;
  const ofAdmin = adminPort === undefined ? undefined : exposing(registry.adminRoutes);
  const ofClients = socket === undefined ? exposing(registry.routes) : undefined;
  const path = ofAdmin ?? ofClients;
  const isAdmin = ofAdmin !== undefined;
  return {
    sockets: { clients: socket, admin: admin?.socket },
    adminPort,
    tls: tls && certificateOf(tls),
    hasProxyProtocol: proxyProtocol,
    metrics:
      path === undefined
        ? undefined
        : { path, isAdmin, scheme: tls === undefined || isAdmin ? "http" : "https" },
  };
}

function certificateOf({ cert, key }: NonNullable<Booted["config"]["tls"]>): Certificate {
  const [one, other] = [cert, key].map((path) => dirname(resolve(APP, path)));
  return { cert, key, folder: one === other && one !== APP ? one : undefined };
}

/** Returns the folder of a secret's file in a deployment, and its name there. */
export function certificateFiles({ cert, key }: Certificate): readonly string[] {
  return [cert, key].map((path) => basename(path));
}
