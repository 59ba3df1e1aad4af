/**
 * `waymark dev`: one process listens and stays, and forwards requests; each revision is served by a child process of its own,
 * because Node evaluates a module once per process. An edit starts the next child, which takes over when it is ready. While
 * the edit has a mistake, the last good revision keeps serving; requests for pages answer with the mistake instead.
 */
import { textOf } from "../shared/text-of.ts";
import type { ToolContext } from "waymark";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import { listen, type Listener } from "listhen";
import {
  configHere,
  end,
  environment,
  listenOverrides,
  loadConfig,
  outliveOutput,
  refuse,
  stopSignal,
  listenFailure,
} from "waymark/tools";
import { createLog } from "waymark/server";
import { answer } from "./answer.ts";
import { Revisions } from "./revisions.ts";

/** Listens until a signal ends it. */
export async function run({ config: file, flags }: ToolContext): Promise<void> {
  const isOn = (name: string) => flags[name] === true;
  const host = textOf(flags["host"]);
  const began = performance.now();
  const {
    file: found,
    config,
    findings,
  } = await loadConfig({
    ...configHere(file),
    overrides: listenOverrides({ host, port: textOf(flags["port"]) }),
  });
  // No edit corrects these. The first revision reports the other findings.
  refuse(
    findings.filter(
      ({ code, where }) =>
        /^(?:host|port) /.test(where) || (code === "CONFIG_UNREADABLE" && found === undefined),
    ),
  );
  const stopped = stopSignal();
  const log = await createLog();
  outliveOutput();
  const revisions = new Revisions(environment(file), log);
  const address = {
    host: isOn("qr") && host === undefined ? "0.0.0.0" : config.host,
    port: config.port,
  };
  const listener = await openListener(address, () =>
    listen((request, response) => answer(request, response, revisions), {
      hostname: address.host,
      port: address.port,
      https: isOn("https"),
      qr: isOn("qr"),
      clipboard: isOn("clipboard"),
      open: isOn("open"),
      tunnel: isOn("tunnel"),
      autoClose: false,
    }),
  ).catch(async (error: unknown) => {
    await revisions.close();
    throw error;
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

async function openListener(
  address: Readonly<{ host: string; port: number }>,
  open: () => Promise<Listener>,
): Promise<Listener> {
  try {
    await lookup(address.host); // else each of a hundred ports is tried at a name that leads nowhere
    await tryPort(address); // else another port is taken instead, which no client knows
    return await open();
  } catch (error) {
    throw listenFailure(error, address);
  }
}

/** Rejects if the port is taken. */
async function tryPort({ host, port }: Readonly<{ host: string; port: number }>): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
