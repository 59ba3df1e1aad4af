import { definePlugin, service } from "waymark";
import { z } from "zod";
import { Release } from "../../../schemas/api.ts";
import { readReleases } from "./read.ts";

const SHIPPED = new URL("./releases.yaml", import.meta.url);

const Options = z.strictObject({
  file: z
    .string()
    .min(1)
    .optional()
    .describe(
      "YAML file with a list of { version, date, summary } in the order to serve; read at the start. Default: the changelog of waymark itself.",
    ),
});

/** Every release, in the order of the file. Its version is constant, as the file is read once for each start. */
const Changelog = service<() => ReturnType<typeof readReleases>>("changelog", { version: () => 0 });

export default definePlugin({
  id: "changelog",
  summary: "Lists the releases with their dates.",
  section: "discovery",
  icon: "M2 8a6 6 0 1 0 2-4.5L2 5.25M2 2v3.25h3.25M8 4.75V8l2.25 1.5",
  options: Options,
  provides: { changelog: Changelog },
  capabilities: { wellKnownChangeLog: true },

  async setup(_use, { options: { file } }) {
    if (file !== undefined) {
      // An operator's mistake must stop the start, not the first reader.
      const releases = await readReleases(file);
      return { changelog: () => Promise.resolve(releases) };
    }
    let shipped: ReturnType<typeof readReleases> | undefined;
    return { changelog: () => (shipped ??= readReleases(SHIPPED)) };
  },

  routes: {
    listReleases: {
      method: "GET",
      path: "/api/changelog",
      summary: "List the releases.",
      list: { of: Release, as: "releases", name: "Changelog", unpaged: true },
      publish: { rootLink: "changelog" },
      cache: { scope: "public", maxAge: "5m" },
    },
    wellKnownChangeLog: {
      method: "GET",
      path: "/.well-known/change-log",
      summary: "Moved to /api/changelog.",
      redirect: { to: "listReleases", status: 308 },
      cache: { scope: "public", maxAge: "300s" },
    },
  },

  handlers: ({ changelog }) => ({ listReleases: changelog }),
});
