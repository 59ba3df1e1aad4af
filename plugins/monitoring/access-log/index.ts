/** Writes a line for each request. */
import { definePlugin, definePolicy, ownState } from "waymark";
import { processLog, standardOutput } from "waymark/advanced";
import { Clock } from "waymark/services";
import { z } from "zod";
import { Flusher } from "../../shared/flusher.ts";
import { Outage } from "../../shared/outage.ts";
import { isWatching } from "../../shared/traffic.ts";
import { entryOf, jsonLine, levelOf, prettyLine, type Entry } from "./entry.ts";

/** Entries after which a batch is written at once. */
const FULL = 256;
/** Milliseconds after which a smaller batch is written. */
const PATIENCE_MS = 100;

const Options = z.strictObject({
  sample: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of requests to log; requests answered with 400 and above are always logged."),
  query: z
    .enum(["names", "values"])
    .default("names")
    .describe(
      "names: query parameters without their values, which may be secret. values: whole queries.",
    ),
  format: z
    .enum(["auto", "json", "pretty"])
    .default("auto")
    .describe("auto: readable lines at a terminal, JSON lines anywhere else."),
});

export default definePlugin({
  id: "access-log",
  summary: "Writes one line for each request to standard output.",
  section: "monitoring",
  options: Options,
  testOptions: false,
  setup(_use, { options, log, defer }) {
    const readable = options.format === "auto" ? process.stdout.isTTY : options.format === "pretty";
    const format = readable ? prettyLine : (entry: Entry) => jsonLine(entry, processLog.members);
    const flusher = new Flusher<Entry>({
      write: (entries) => standardOutput.write(entries.map(format).join("")),
      outage: new Outage(log, "requests", "logged"),
      batch: FULL,
      maxWaiting: Number.POSITIVE_INFINITY, // the output has its own bound
      delayMs: PATIENCE_MS,
      retryMs: PATIENCE_MS,
    });
    defer(async () => void (await flusher.close()));
    return { state: flusher };
  },
  policies: [
    definePolicy({
      id: "access-log",
      options: Options,
      state: ownState<Pick<Flusher<Entry>, "add">>(),
      needs: { clock: Clock },
      compile: (route, { options: { sample, query }, use, state: flusher }) => ({
        observe(call, reply) {
          const level = levelOf(reply.status, isWatching(route));
          if (!processLog.shows(level)) return;
          if (reply.status < 400 && sample < 1 && Math.random() >= sample) return;
          flusher().add(entryOf(call, reply, { time: use().clock.now(), level, query }));
        },
      }),
    }),
  ],
});
