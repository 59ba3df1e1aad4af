/** The process that stays: listens, and forwards requests to the child that serves. */
import { listen } from "listhen";
import { loadConfig } from "../../config/config.ts";
import { createLog } from "../../support/log.ts";
import { environment } from "../command.ts";
import { end, stopSignal } from "../start.ts";
import { outliveOutput } from "../uncaught.ts";
import { answer } from "./answer.ts";
import { Revisions } from "./revisions.ts";

type Texts = Record<"config" | "host" | "port", string | undefined>;
type Switches = Record<"https" | "qr" | "clipboard" | "open" | "tunnel", boolean | undefined>;

/** Listens until a signal ends it. */
export async function serve({
  config: file,
  host,
  port,
  https = false,
  qr = false,
  clipboard = false,
  open = false,
  tunnel = false,
}: Readonly<Partial<Texts & Switches>>): Promise<void> {
  const began = performance.now();
  const stopped = stopSignal();
  const log = await createLog();
  outliveOutput();
  const env = environment(file);
  // The first revision reports the findings.
  const { config } = await loadConfig({ cwd: process.cwd(), env });
  const revisions = new Revisions(env, log);
  const listener = await listen((request, response) => answer(request, response, revisions), {
    hostname: host ?? (qr ? "0.0.0.0" : config.host),
    port: Number(port ?? config.port),
    https,
    qr,
    clipboard,
    open,
    tunnel,
    autoClose: false,
  });
  const urls = await listener.getURLs();
  const { url } = urls.find(({ type }) => type === "tunnel") ?? listener;
  revisions.origin = new URL(url).origin;
  await revisions.start();
  const milliseconds = Math.round(performance.now() - began);
  log.info(`listening on ${revisions.origin}`, { milliseconds });

  const signal = await stopped;
  log.info("stopping", { signal });
  await revisions.close();
  listener.server.closeAllConnections();
  await listener.close();
  log.info("stopped");
  return end(0);
}
