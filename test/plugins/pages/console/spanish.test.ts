/** The console in Spanish: what is in English says so, and only what has no Spanish is. */
import { afterAll, describe, expect, it } from "vitest";
import preset from "waymark/preset";
import { draw, seed } from "../../../_draw.ts";
import { serveConsole } from "./_console.ts";

/** A console alone, where plugins are available, and one with all that operators may add. */
const CONFIGS: Readonly<Record<string, readonly string[]>> = {
  alone: [],
  "with writes and identity": [
    "api-keys: true",
    "audit: true",
    "usage: true",
    "journey: true",
    "brains: { writable: true }",
    "bulk: { enabled: true }",
    "idempotency: { enabled: true }",
    "webhooks: { enabled: true }",
    "webhook-subscriptions: true",
  ],
};

/** Elements in English, except those of which the text stays in English: refusals of the config, and drafts of the changelog. */
function englishIn(page: string): readonly string[] {
  return page.match(/<(?!pre)[a-z]+[^>]* lang="en"[^>]*>[^<]*/g) ?? [];
}

describe.each(Object.entries(CONFIGS))("a console %s", async (_name, plugins) => {
  const { browser } = await serveConsole(plugins, afterAll);
  const read = async (path: string) => {
    const { status, text } = await browser.open(`/console${path}`, "es");
    expect([path, status]).toEqual([path, 200]);
    return text;
  };

  it(`lists every plugin in Spanish, and shows some with their options (SEED=${seed})`, async () => {
    const list = await read("/plugins");
    expect(list).toContain('<html lang="es">');
    expect(englishIn(list)).toEqual([]);
    const ids = [...list.matchAll(/\/console\/plugins\/([\w-]+)"/g)].map(([, id = ""]) => id);
    expect(ids.toSorted()).toEqual(preset.map(({ id }) => id).toSorted());
    for (const id of draw(ids, 20))
      expect([id, englishIn(await read(`/plugins/${id}`))]).toEqual([id, []]);
  });

  const drawn = draw(
    preset.filter(({ id }) => id !== "console" && id !== "site"),
    6,
  );
  it.each(drawn.map(({ id }) => id))(
    `previews the switch of %s in Spanish (SEED=${seed})`,
    async (id) => {
      const list = await read("/plugins");
      const isOn = list.includes(`/console/plugins/${id}?on=false#preview`);
      const page = await read(`/plugins/${id}?on=${String(!isOn)}`);
      expect(page).toMatch(/Qué cambiará|La configuración no funcionaría/);
      expect(englishIn(page)).toEqual([]);
    },
  );

  it.each(["", "/map", "/requests", "/data", "/status"])(
    "has no English page: %s",
    async (path) => {
      expect(englishIn(await read(path))).toEqual([]);
    },
  );
});
