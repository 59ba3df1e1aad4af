import { definePlugin } from "waymark";
import { z } from "zod";

/** Notice that users of the old path get at least; the deprecation policy promises the same. */
const NOTICE_MONTHS = 12;

const Options = z
  .strictObject({
    since: z.iso.date().default("2026-11-01").describe("The day the old path became deprecated."),
    sunset: z.iso
      .date()
      .default("2028-11-01")
      .describe(`The day it stops answering; at least ${NOTICE_MONTHS} months later.`),
  })
  .refine(({ since, sunset }) => sunset >= monthsAfter(since, NOTICE_MONTHS), {
    path: ["sunset"],
    error: `users get at least ${NOTICE_MONTHS} months between since and sunset`,
  });

/** A day in UTC, as ISO dates, which compare as text. */
function monthsAfter(day: string, months: number): string {
  const date = new Date(day);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

export default definePlugin({
  id: "legacy",
  summary: "Keeps an old path of the health probe alive until its sunset.",
  options: Options,

  routes: ({ since, sunset }) => ({
    legacyHealth: {
      method: "GET",
      path: "/api/legacy/health",
      summary: "Moved to /api/health.",
      redirect: { to: "health.getHealth", status: 301 },
      deprecated: { since, sunset, successor: "health.getHealth" },
      cache: { scope: "public", maxAge: "300s" },
    },
  }),
});
