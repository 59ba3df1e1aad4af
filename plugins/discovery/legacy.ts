import { definePlugin } from "waymark";
import { z } from "zod";

const Options = z.strictObject({
  since: z.iso.date().default("2026-11-01").describe("The day the old path became deprecated."),
  sunset: z.iso
    .date()
    .default("2028-11-01")
    .describe(
      "The day the old path stops answering; the deprecation policy sets the notice period.",
    ),
});

export default definePlugin({
  id: "legacy",
  summary: "Redirects an old path of the health probe until its sunset.",
  section: "discovery",
  options: Options,

  routes: ({ since, sunset }) => ({
    legacyHealth: {
      method: "GET",
      path: "/api/legacy/health",
      summary: "The old name of /api/health.",
      redirect: { to: "health.getHealth", status: 301 },
      deprecated: { since, sunset, successor: "health.getHealth" },
      cache: { scope: "public", maxAge: "300s" },
    },
  }),
});
