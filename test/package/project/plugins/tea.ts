/** A plugin in TypeScript with a policy of its own: it adds a key to all routes, and an event to the bus. */
import { definePlugin, definePolicy } from "waymark";
import { Brain } from "waymark/schemas";
import { EventBus, readTable } from "waymark/services";
import { z } from "zod";

declare module "waymark" {
  interface RoutePolicies {
    /** Mood of the answer. */
    readonly mood?: "calm" | "wild";
  }
}

declare module "waymark/services" {
  interface BusEvents {
    /** Cups are full. */
    readonly "tea.poured": { readonly cups: number };
  }
}

const mood = definePolicy({
  id: "mood",
  key: "mood",
  schema: z.enum(["calm", "wild"]),
  writes: { "Tea-Mood": "How the answer feels." },
  compile: (_route, _ctx, value) =>
    value === undefined ? undefined : { fields: () => ({ "Tea-Mood": value }) },
});

export default definePlugin({
  id: "tea",
  summary: "Tea.",
  options: z.strictObject({ leaf: z.string().default("assam") }),
  needs: { bus: EventBus, brains: readTable<z.output<typeof Brain>>("brains") },
  policies: [mood],
  routes: {
    getTea: {
      method: "GET",
      path: "/api/tea",
      summary: "Have a cup of tea.",
      returns: z.object({ leaf: z.string(), brains: z.array(Brain.pick({ id: true })) }),
      cache: "no-store",
      mood: "calm",
      rateLimit: "exempt",
    },
  },
  handlers: ({ bus, brains }, { options }) => ({
    getTea: async () => {
      bus.publish("tea.poured", { cups: 1 });
      const { items } = await brains.list({ fields: ["id"], limit: 1 });
      return { leaf: options.leaf, brains: items.map(({ id }) => ({ id })) };
    },
  }),
});
