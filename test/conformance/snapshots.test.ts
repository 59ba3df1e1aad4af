/**
 * A snapshot of every route and every derived document, under a fixed clock and fixed ids. Generated from the registry:
 * a plugin that joins the preset brings its snapshots along (`vitest run -u` writes them).
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fixedClock, fixedIds } from "waymark/testing";
import { snapshotsOf, type Snapshot } from "../../plugins/tools/testing/snapshots.ts";
import { startServer } from "../_setup.ts";
import { splitHeaders } from "./_header-classes.ts";

it("every route that reads and every derived document is as before", async () => {
  const server = await startServer({
    clock: fixedClock(),
    ids: fixedIds,
    config: { baseUrl: "https://api.example.com", plugins: { "rate-limit": { limit: 100_000 } } },
  });
  const snapshots = await Array.fromAsync(
    snapshotsOf(server, {
      params: { type: "Error" },
      masks: [
        [/answered in [\d.,]+ ms/g, "answered in <ms>"],
        [
          /^(GET \/developers\/openapi\.(?:json|yaml)\n.*?\n\n).*$/s,
          "$1<the same as of /api/openapi>\n",
        ],
        [
          /^(GET \/developers\/client\.ts\n.*?\n\n).*$/s,
          "$1<the client of `waymark export client`>\n",
        ],
      ],
    }),
  );
  const isAnswer = ({ file }: { file: string }) => file.startsWith("routes/");
  const { matrix, files } = splitHeaders(snapshots.filter(isAnswer));
  const routes = withoutCopies(files, "routes/openapi.showOpenapi.txt");
  const documents = snapshots.filter((snapshot) => !isAnswer(snapshot));
  for (const { file, text } of [{ file: "headers.txt", text: matrix }, ...routes, ...documents])
    await expect.soft(text).toMatchFileSnapshot(`../golden/${file}`);
  const [whole, copy] = await Promise.all(
    ["/api/openapi", "/developers/openapi.json"].map(async (path) =>
      (await server.fetch(path)).text(),
    ),
  );
  expect(copy).toBe(whole);
  // Files of routes that are gone are deleted by hand.
  const stored = readdirSync(join(import.meta.dirname, "../golden/routes"));
  expect(stored.map((name) => `routes/${name}`).toSorted()).toEqual(
    files.map(({ file }) => file).toSorted(),
  );
});

/** Names the request of an answer instead of repeating the answer, where both are equal to the byte. */
function withoutCopies(files: readonly Snapshot[], original: string): readonly Snapshot[] {
  const [request = "", answer = ""] = requestAndAnswer(
    files.find(({ file }) => file === original)?.text ?? "",
  );
  return files.map(({ file, text }) => {
    const [ownRequest = "", own = ""] = requestAndAnswer(text);
    const isCopy = file !== original && own === answer;
    return { file, text: isCopy ? `${ownRequest}\n<the same answer as to ${request}>\n` : text };
  });
}

function requestAndAnswer(text: string): readonly string[] {
  return [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)];
}
