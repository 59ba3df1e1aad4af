/**
 * `waymark dev`: one process listens and stays; each revision is served by a child process of its own, because Node
 * evaluates a module once per process. An edit starts the next child, which takes over when it is ready. While the edit
 * has a mistake, the last good revision keeps serving; requests for pages answer with the mistake instead.
 */
import { defineCommand } from "citty";
import { listen } from "listhen";
import { loadConfig } from "../../config/config.ts";
import { createLog } from "../../support/log.ts";
import { configFlag, environment, run } from "../command.ts";
import { stopSignal } from "../start.ts";
import { answer } from "./answer.ts";
import { Revisions } from "./revisions.ts";

export const dev = defineCommand({
  meta: { name: "dev", description: "Start the server for development: serves every edit" },
  args: {
    ...configFlag,
    host: { type: "string", description: "Address or name to listen at (also: HOST)" },
    port: { type: "string", description: "Port to try first (also: PORT)" },
    https: { type: "boolean", description: "Serve HTTPS with a self-signed certificate" },
    qr: {
      type: "boolean",
      description: "Print the network URL as a QR code; without --host, listen at all addresses",
    },
    clipboard: { type: "boolean", description: "Copy the URL to the clipboard" },
    open: { type: "boolean", description: "Open the URL in the browser" },
    tunnel: { type: "boolean", description: "Make the server public through a Cloudflare tunnel" },
  },
  run: (context) => run(context, () => serve(context.args)),
});

interface Flags {
  readonly config?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly https?: boolean | undefined;
  readonly qr?: boolean | undefined;
  readonly clipboard?: boolean | undefined;
  readonly open?: boolean | undefined;
  readonly tunnel?: boolean | undefined;
}

async function serve({ config: file, host, port, qr = false, ...flags }: Flags): Promise<void> {
  const began = performance.now();
  const stopped = stopSignal();
  const log = await createLog();
  const env = environment(file);
  // The first revision reports the findings.
  const { config } = await loadConfig({ cwd: process.cwd(), env });
  const revisions = new Revisions(env, log);
  const listener = await listen((request, response) => answer(request, response, revisions), {
    hostname: host ?? (qr ? "0.0.0.0" : config.host),
    port: Number(port ?? config.port),
    qr,
    https: flags.https === true,
    clipboard: flags.clipboard === true,
    open: flags.open === true,
    tunnel: flags.tunnel === true,
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
  process.stdout.write("", () => process.exit());
}
