/** A service that must leave no trace: of tests, and of `waymark check`. */
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import type { Registry } from "../../../../registry/contract/plugin/registry.ts";
import type { InstalledPlugin } from "../../../../registry/contract/plugin/installed.ts";

const diary = definePlugin({
  id: "diary",
  summary: "Writes everything down.",
  options: z.strictObject({ file: z.string().default("diary.txt"), pages: z.int().default(9) }),
  testOptions: { file: "" },
});
const bell = definePlugin({ id: "bell", summary: "Rings.", testOptions: false });

const entry = ({ installed }: Pick<Registry, "installed">, wanted: string) => {
  const found = installed.find(({ plugin }) => plugin.id === wanted);
  return { enabled: found?.enabled, options: found?.options };
};

it.each<[string, ((entry: InstalledPlugin) => boolean) | undefined, object]>([
  [
    "does not hold by itself",
    undefined,
    { enabled: true, options: { file: "mine.txt", pages: 3 } },
  ],
  [
    "is put over file and environment",
    () => true,
    { enabled: true, options: { file: "", pages: 3 } },
  ],
  ["spares whom it shall", () => false, { enabled: true, options: { file: "mine.txt", pages: 3 } }],
])("what a plugin declares %s", async (_name, testOptions, expected) => {
  const booted = await boot({
    cwd: "/",
    env: { WAYMARK_DIARY_FILE: "mine.txt" },
    file: false,
    preset: [diary, bell],
    overrides: { plugins: { diary: { pages: 3 } } },
    ...(testOptions && { testOptions }),
  });
  expect(entry(booted, "diary")).toEqual(expected);
  expect(entry(booted, "bell").enabled).toBe(testOptions?.(booted.installed[1]!) !== true);
});

it("leaves off what is off", async () => {
  const overrides = { plugins: { diary: false } };
  const booted = await boot({
    cwd: "/",
    env: {},
    file: false,
    preset: [diary],
    overrides,
    testOptions: () => true,
  });
  expect(entry(booted, "diary")).toEqual({ enabled: false, options: undefined });
});

it.each([
  ["says nothing of", {}, { file: "", pages: 9 }, false],
  ["switches on", { diary: true, bell: true }, { file: "diary.txt", pages: 9 }, true],
  ["gives options", { diary: { pages: 2 }, bell: {} }, { file: "diary.txt", pages: 2 }, true],
  ["brings", { diary, bell }, { file: "", pages: 9 }, false],
])("a test has what its config %s", async (_name, plugins, options, rings) => {
  const brought = "diary" in plugins && plugins.diary === diary;
  const server = await createTestServer({
    plugins: brought ? [] : [diary, bell],
    config: { plugins },
  });
  try {
    expect(entry(server.registry, "diary")).toEqual({ enabled: true, options });
    expect(entry(server.registry, "bell").enabled).toBe(rings);
  } finally {
    await server.close();
  }
});

it("leaves no data and no log lines of the preset", async () => {
  const input = { cwd: "/", env: {}, file: false, preset } as const;
  const booted = await boot({ ...input, testOptions: () => true });
  expect(entry(booted, "store").options).toMatchObject({ file: ":memory:", migrate: "auto" });
  expect(entry(booted, "access-log").enabled).toBe(false);
});
