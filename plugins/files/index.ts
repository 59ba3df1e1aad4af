/** The content of resources: request bodies that are stored before their handlers run, and the drivers that hold them. */
import { definePlugin, definePolicy, messageOf, optional } from "waymark";
import { Clock, Files, Runtime, Scheduler } from "waymark/services";
import { z } from "zod";
import type { ArrivedContent } from "./content-types.ts";
import type { Contents } from "./contents.ts";

const Options = z.strictObject({
  folder: z
    .string()
    .min(1)
    .default("data/files")
    .describe(
      "Folder of the files that clients upload, relative to the working directory; `:memory:` keeps them until the stop.",
    ),
  driver: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Keeps them elsewhere, by a driver of unstorage: `unstorage/drivers/s3`. Each file is then whole in memory while it is sent.",
    ),
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ writeOnly: true })
    .describe("Options of the driver, such as `bucket` and `accessKeyId`."),
});

/** Keeps a request body before its handler runs. */
const content = definePolicy({
  id: "content",
  key: "content",
  schema: z.strictObject({
    mediaTypes: z.array(z.string()),
    maxBytes: z.int().min(1),
    table: z.string(),
    field: z.string(),
  }),
  needs: { files: Files },
  upload: ({ mediaTypes, maxBytes }) => ({
    mediaTypes,
    maxBytes,
    schema: { root: { type: "string", format: "binary" }, definitions: {} },
    example: "waymark".slice(0, maxBytes),
  }),
  awaitsBody: true,
  compile(_route, { use }, place) {
    if (place === undefined) return undefined;
    return {
      async receive({ bytes, mediaType, defer }): Promise<ArrivedContent> {
        const { files } = use();
        const added = await files.add(place, mediaType, bytes);
        let isKept = false;
        defer(() => {
          if (!isKept) files.discard(added.key);
        });
        return { content: added, keep: () => void (isKept = true) };
      },
    };
  },
});

export default definePlugin({
  id: "files",
  summary: "Keeps files of resources, which clients send and read.",
  section: "policies",
  options: Options,
  testOptions: { folder: ":memory:", driver: undefined, settings: {} },
  needs: {
    runtime: Runtime,
    clock: optional(Clock),
    scheduler: optional(Scheduler),
  },
  provides: { files: Files },
  policies: [content],
  backup: async (options, registry) => (await import("./backup.ts")).backupOf(options, registry),

  async setup({ runtime, ...use }, { options, log, defer }) {
    let opened: Promise<Contents> | undefined;
    /** Opens the content for the first route that has some, because most services have none. */
    const open = async () => {
      const { openContents } = await import("./contents.ts");
      opened ??= openContents(use, options, log);
      return opened.catch((error: unknown) => {
        opened = undefined; // tried again
        throw error;
      });
    };
    defer(async () => (await opened)?.close());
    // A driver that cannot be used is found at the start.
    if (runtime.registry.routes.some(({ declaration }) => declaration.content)) await open();
    const failed = (error: unknown) =>
      log.error("files cannot be kept", { reason: messageOf(error) });
    const files: Files = {
      add: async (...added) => (await open()).add(...added),
      follow: (...rows) => void open().then((contents) => contents.follow(...rows), failed),
      async *read(...part) {
        yield* (await open()).read(...part);
      },
      discard: (key) => void open().then((contents) => contents.discard(key), failed),
    };
    return { files };
  },
});
