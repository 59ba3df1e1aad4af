/** One line for each request. */
import { definePlugin, definePolicy, service } from "waymark";
import { Clock } from "waymark/services";
import { z } from "zod";
import { entryOf, jsonLine, prettyLine, type Entry } from "./entry.ts";
import { createWriter, type Output, type Writer } from "./writer.ts";

/** Bytes that may wait for a slow reader of standard output. Further lines are dropped to save memory. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

const AccessLog = service<Pick<Writer<Entry>, "write">>("accessLog");

const Options = z.strictObject({
  sample: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of requests to log; requests answered with 400 and above are always logged."),
  format: z
    .enum(["auto", "json", "pretty"])
    .default("auto")
    .describe("auto: readable lines at a terminal, JSON lines anywhere else."),
});

/** Standard output, written to without blocking. */
async function openStandardOutput(failed: (reason: unknown) => void): Promise<Output> {
  // CommonJS: Node finds only the default export.
  const { default: sonicBoom } = await import("sonic-boom");
  const output = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxLength: MAX_WAITING_BYTES });
  const flushAtExit = () => output.flushSync();
  process.once("exit", flushAtExit);
  const closed = new Promise<void>((resolve) => {
    output.once("close", resolve);
    output.on("error", (reason: unknown) => {
      failed(reason);
      // Left open, it would retry for ever on a full disk and keep the process from ending.
      output.destroy();
      resolve();
    });
  }).finally(() => process.off("exit", flushAtExit));
  return {
    write: (text) => void output.write(text),
    // Not flushSync, which cuts into the line that is being written.
    end() {
      output.end();
      return closed;
    },
  };
}

export default definePlugin({
  id: "access-log",
  summary: "Writes one line for each request to standard output.",
  options: Options,
  testOptions: false,
  provides: { accessLog: AccessLog },
  setup(_use, { options, log, defer }) {
    const readable = options.format === "auto" ? process.stdout.isTTY : options.format === "pretty";
    const failed = (reason: unknown) => log.error("the access log cannot be written", { reason });
    const writer = createWriter({
      format: readable ? prettyLine : jsonLine,
      open: openStandardOutput,
      failed,
    });
    defer(() => writer.close());
    return { accessLog: writer };
  },
  policies: [
    definePolicy({
      id: "access-log",
      options: Options,
      needs: { accessLog: AccessLog, clock: Clock },
      compile: (_route, { options: { sample }, use }) => ({
        observe(call, reply) {
          if (reply.status < 400 && sample < 1 && Math.random() >= sample) return;
          const { accessLog, clock } = use();
          accessLog.write(entryOf(call, reply, clock.now()));
        },
      }),
    }),
  ],
});
