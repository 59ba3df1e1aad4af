/** The status pages in states that only a config or a missing part brings about. */
import { describe, expect, it } from "vitest";
import { drawFor, seed } from "../_draw.ts";
import { expectUsable } from "./_axe.ts";
import { useSite, type Site } from "./_browser.ts";

const HOUR_MS = 3_600_000;
const time = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const PATHS = ["/status", "/status/history", "/status/incidents/latest"];

const WHERE = [
  [1280, true, "en"],
  [320, false, "es"],
] as const;

function isForEverybody(site: Site, state: string): void {
  const path = drawFor(`page ${state}`, PATHS);
  it(`is for everybody: ${path}, with SEED=${seed}`, async () => {
    const [width, dark, language] = drawFor(`look of ${path} ${state}`, WHERE);
    await expectUsable(await site.open(path, { width, dark, language }), { width, dark, language });
  });
}

describe("with notices and maintenance", () => {
  const title = { en: "New disks", es: "Discos nuevos" };
  const site = useSite({
    config: {
      plugins: {
        "status-page": {
          notices: [{ text: { en: "We move next week.", es: "Nos mudamos la semana próxima." } }],
          maintenance: [
            { title, from: time(-1), until: time(1), affects: ["store:store"] },
            { title, text: "Writes are refused for a moment.", from: time(24), until: time(25) },
            { title, from: time(-49), until: time(-48) },
          ],
        },
      },
    },
  });
  isForEverybody(site, "with notices");

  it("shows both above all else", async () => {
    const page = await site.open("/status");
    await page.getByText("We move next week.").waitFor();
    expect(await page.locator("#announcements li").count()).toBe(2);
    await page.getByRole("heading", { level: 2, name: "Maintenance in progress" }).waitFor();
  });
});

describe("without a history", () => {
  isForEverybody(useSite({ config: { plugins: { history: false } } }), "without a history");
});
