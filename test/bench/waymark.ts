/** Waymark with every plugin, access log included but sampling nothing; LANE=off leaves h3 alone. */
import { createTestServer } from "waymark/testing";
import { announce } from "./announce.ts";

const server = await createTestServer({
  lane: process.env["LANE"] !== "off",
  config: {
    plugins: {
      "rate-limit": { limit: 1_000_000_000 },
      "access-log": { sample: Number(process.env["SAMPLE"] ?? 0) },
    },
  },
});
announce(Number(new URL(server.origin).port));
