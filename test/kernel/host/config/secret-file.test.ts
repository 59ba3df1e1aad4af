/** `<VARIABLE>_FILE`: secrets come from files, and never into a message. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { boot } from "waymark/server";
import { z } from "zod";
import { effectiveConfig } from "../../../../plugins/shared/setting/effective-config.ts";
import { folderOf } from "../../../_folder.ts";

const vault = definePlugin({
  id: "vault",
  summary: "Keeps something.",
  env: { key: "VAULT_KEY" },
  options: z.strictObject({
    key: z.string().min(5).meta({ writeOnly: true }),
    login: z
      .strictObject({ user: z.string(), password: z.string().meta({ writeOnly: true }) })
      .optional(),
    depth: z.int().default(3),
  }),
});

const folder = folderOf(
  {
    key: "s3cret\n",
    login: '{"user":"ann","password":"hush"}\r\n',
    empty: "\n",
    wrong: "hush",
  },
  afterAll,
);

/** Variables with the paths of these files. */
function env(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([variable, name]) => [variable, join(folder, name)]),
  );
}

const bootWith = (variables: Readonly<Record<string, string>>) =>
  boot({ cwd: folder, env: variables, file: false, preset: [vault] });

describe("a secret in a file", () => {
  it.each([
    ["of the option", { WAYMARK_VAULT_KEY_FILE: "key" }],
    ["of the plugin's own variable", { VAULT_KEY_FILE: "key" }],
    [
      "of the option before the plugin's own",
      { VAULT_KEY_FILE: "wrong", WAYMARK_VAULT_KEY_FILE: "key" },
    ],
  ])("is set by the variable %s, without its last line feed", async (_what, files) => {
    const { installed, notices } = await bootWith(env(files));
    expect(installed[0]?.options).toEqual({ key: "s3cret", depth: 3 });
    expect(notices).toEqual([]);
  });

  it("may be a map in JSON, and shows its file as the origin", async () => {
    const variables = env({ VAULT_KEY_FILE: "key", WAYMARK_VAULT_LOGIN_FILE: "login" });
    const booted = await bootWith(variables);
    const values = await effectiveConfig(booted, variables);
    expect(values).toContainEqual({
      key: "plugins.vault.key",
      value: "(not shown)",
      origin: `VAULT_KEY_FILE=${join(folder, "key")}`,
    });
    expect(booted.installed[0]?.options).toMatchObject({ login: { password: "hush" } });
    expect(JSON.stringify(values)).not.toMatch(/s3cret|hush/);
    expect([...booted.secretFiles.keys()]).toEqual([join(folder, "key"), join(folder, "login")]);
  });

  it.each([
    [{ VAULT_KEY_FILE: "none" }, {}, /^the file ".*none" cannot be read: ENOENT/],
    [{ VAULT_KEY_FILE: "empty" }, {}, /^the file ".*empty" is empty$/],
    [{ VAULT_KEY_FILE: "wrong" }, {}, /received a value that is not shown/],
    [
      { VAULT_KEY_FILE: "key" },
      { VAULT_KEY: "s3cret hush" },
      /^VAULT_KEY and VAULT_KEY_FILE are both set$/,
    ],
  ])("is refused in %j beside %j, without the content", async (files, others, message) => {
    const refused = await bootWith({ ...env(files), ...others }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      findings: [
        {
          code: "OPTION_INVALID",
          where: expect.stringContaining("plugins.vault.key (VAULT_KEY_FILE"),
          message: expect.stringMatching(message),
        },
      ],
    });
    expect(String(refused)).not.toMatch(/s3cret|hush/);
  });

  it("does not set an option without a secret", async () => {
    const variables = env({ VAULT_KEY_FILE: "key", WAYMARK_VAULT_DEPTH_FILE: "key" });
    const { notices } = await bootWith(variables);
    expect(notices.map(({ message }) => message)).toEqual([
      "the environment variable WAYMARK_VAULT_DEPTH_FILE sets nothing",
    ]);
  });
});

it("brings the plugins that the variable itself would bring", async () => {
  writeFileSync(join(folder, "url"), "postgres://ann:hush@localhost/none\n");
  const { installed } = await boot({
    cwd: folder,
    env: env({ DATABASE_URL_FILE: "url" }),
    file: false,
  });
  const guarantees = installed.find(({ plugin }) => plugin.id === "consistency-policy");
  const usual = (await boot({ cwd: folder, env: {}, file: false })).installed;
  expect(guarantees?.plugin).not.toBe(
    usual.find(({ plugin }) => plugin.id === "consistency-policy")?.plugin,
  );
});
