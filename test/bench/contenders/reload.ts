/** A server with all plugins that reloads on command. */
import { NOT_SERVING } from "../../../kernel/http/server/runtime.ts";
import { buildRevision } from "../../../kernel/http/server/build-revision.ts";
import { boot, type Booted } from "../../../kernel/host/boot/boot.ts";
import { silentLog } from "../../../kernel/host/support/log.ts";
import { startServer } from "../../../kernel/server.ts";
import { OpenStreams } from "../../../kernel/http/respond/stream.ts";
import preset from "../../../plugins/preset.ts";
import { announce } from "./announce.ts";
import { LIMIT } from "./job.ts";

/** `n` makes one config differ from another, in a plugin's options. */
function bootWith(n: number): Promise<Booted> {
  return boot({
    cwd: process.cwd(),
    env: {},
    file: false,
    overrides: {
      host: "127.0.0.1",
      port: 0,
      plugins: { "rate-limit": { limit: LIMIT + n }, "access-log": { sample: 0 } },
    },
    preset,
    testOptions: ({ plugin: { id } }) => id !== "rate-limit" && id !== "access-log",
  });
}

// The cold seal, without loading plugins, which the import above did: what a reload does again.
const began = performance.now();
const booted = await bootWith(0);
const sealedAt = performance.now();
await buildRevision(booted, {
  log: silentLog,
  streams: new OpenStreams(),
  server: NOT_SERVING,
  retries: { secondsLeft: 60 },
});
const cold = { seal: sealedAt - began, whole: performance.now() - began };

const running = await startServer(await bootWith(0), { log: silentLog });
let reloads = 0;

/** Reloads once: milliseconds. */
async function reload(): Promise<number> {
  const since = performance.now();
  await running.reload(await bootWith(++reloads));
  return performance.now() - since;
}

announce(Number(new URL(running.url).port), { cold: () => cold, reload });
