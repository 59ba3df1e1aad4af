/**
 * A snapshot of every route and every derived document, under a fixed clock and fixed ids. Generated from the registry:
 * a plugin that joins the preset brings its snapshots along (`vitest run -u` writes them).
 */
import { it } from "vitest";
import { fixedClock, fixedIds, snapshotRegistry } from "waymark/testing";
import { startServer } from "../_setup.ts";

it("every route that reads and every derived document is as before", async () => {
  const server = await startServer({
    clock: fixedClock(),
    ids: fixedIds,
    config: { baseUrl: "https://api.example.com", plugins: { "rate-limit": { limit: 100_000 } } },
  });
  await snapshotRegistry(server, {
    folder: "../golden",
    params: { type: "Error" },
    masks: [
      [/answered in [\d.,]+ ms/g, "answered in <ms>"],
      [/^(GET \/developers\/openapi\.\w+\n.*?\n\n).*$/s, "$1<the same as of /api/openapi>\n"],
    ],
  });
});
