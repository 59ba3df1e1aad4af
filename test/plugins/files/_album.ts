/** A resource with files, which belongs to its callers. */
import { definePlugin, type Plugin } from "waymark";
import { file, resource } from "waymark/resources";
import { Clock } from "waymark/services";
import { z } from "zod";

export const PHOTO_BYTES = 300_000;

const cards = resource({
  name: { one: "card", many: "cards" },
  path: "/api/cards",
  of: z.object({ id: z.string(), title: z.string().min(1) }),
  key: "id",
  owner: "holder",
  access: { read: "authenticated", write: "authenticated" },
  fields: {
    photo: file({ types: ["image/png", "image/jpeg"], maxBytes: PHOTO_BYTES }),
    contract: file({ types: ["application/pdf", "text/html", "image/svg+xml"], maxBytes: "1kb" }),
  },
  errors: { "card-sealed": { status: 409, message: "The card is sealed." } },
  rule({ before, fail }) {
    if (before?.title === "sealed") fail("card-sealed");
  },
});

export const album: Plugin = definePlugin({ id: "album", summary: "Cards with photos.", ...cards });

const pictures = resource({
  name: { one: "picture", many: "pictures" },
  path: "/api/pictures",
  of: z.object({ id: z.string(), title: z.string().min(1) }),
  key: "id",
  fields: { scan: file({ types: ["image/png"], maxBytes: "5mb" }) },
});

/** The same without owners. */
export const gallery: Plugin = definePlugin({
  id: "gallery",
  summary: "Pictures with scans.",
  ...pictures,
});

/** The time of day in two hours, when all that was left behind is old. */
export const later: Plugin = definePlugin({
  id: "later",
  summary: "The time in two hours.",
  provides: { clock: Clock },
  setup: () => ({
    clock: {
      now: () => Date.now() + 7_200_000,
      after(ms, work) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
  }),
});
