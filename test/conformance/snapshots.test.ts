/**
 * A snapshot of every route and every derived document, under a fixed clock and fixed ids. Generated from the registry:
 * a plugin that joins the preset brings its snapshots along (`vitest run -u` writes them).
 */
import { it, onTestFinished } from "vitest";
import { createTestServer, fixedClock, fixedIds, snapshotRegistry } from "waymark/testing";

it("every route that reads and every derived document is as before", async () => {
  const server = await createTestServer({
    clock: fixedClock(),
    ids: fixedIds,
    config: { baseUrl: "https://api.example.com", plugins: { "rate-limit": { limit: 100_000 } } },
  });
  onTestFinished(() => server.close());
  await snapshotRegistry(server, {
    folder: "../golden",
    params: { type: "Error" },
    masks: [
      [/answered in [\d.,]+ ms/g, "answered in <ms>"],
      [/^(GET \/developers\/openapi\.\w+\n.*?\n\n).*$/s, "$1<the same as of /api/openapi>\n"],
    ],
  });
});
