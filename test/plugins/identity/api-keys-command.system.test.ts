/** `waymark keys`, beside a running server of another process on the same data. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { start } from "../../kernel/cli/_server.ts";
import { bearer, type Created } from "./_keys.ts";
import { folderOf } from "../../_folder.ts";
import { waymark } from "../../kernel/cli/_run.ts";

/** Revoking takes effect within this time, in milliseconds. */
const AT_ONCE = 1000;

const CONFIG = JSON.stringify({
  plugins: {
    "api-keys": true,
    access: {
      require: { brains: "authenticated", offices: { scopes: ["offices:read"] } },
      plans: { free: { limit: 10 } },
    },
  },
});

function folder(): string {
  return folderOf({ "waymark.config.json": CONFIG });
}

async function keys(cwd: string, ...args: readonly string[]) {
  const { stderr, ...ended } = await waymark(cwd, ["keys", ...args]);
  // Migrations are logged, to standard error.
  const lines = stderr.split("\n").filter((line) => !line.startsWith('{"time"'));
  return { ...ended, stderr: lines.join("\n") };
}

const json = <T = Created>({ stdout }: { stdout: string }): T => JSON.parse(stdout) as T;

describe("waymark keys", () => {
  it("creates, lists, rotates and revokes, and prints a key once", async () => {
    const cwd = folder();
    const flags = [
      "--name",
      "Nightly export",
      "--scopes",
      "offices:read,ofices:write",
      "--plan",
      "free",
    ];
    const created = await keys(cwd, "create", ...flags, "--expires", "90d");
    expect(created.status).toBe(0);
    const [token = "", id = ""] = /^wm_([\da-f]{16})_[\da-f]{48}(?=\n$)/.exec(created.stdout) ?? [];
    expect(created.stderr).toContain("shown this once");
    expect(created.stderr).toContain("No route asks for the scope ofices:write");
    const { stdout: rotated, stderr } = await keys(cwd, "rotate", id, "--grace", "1h");
    expect(rotated).toMatch(/^wm_/);
    expect(stderr).toMatch(/secret before it counts until 20\d\d-/);
    expect((await keys(cwd, "rotate", id)).stderr).toContain("is refused from now on");
    const listed = await keys(cwd, "list");
    expect(listed.stdout).toMatch(/^ID +NAME +STATE +SCOPES +PLAN +CREATED +EXPIRES +LAST USED\n/);
    expect(listed.stdout).toMatch(
      new RegExp(
        `^${id} +Nightly export +active +offices:read ofices:write +free +20.*never$`,
        "m",
      ),
    );
    expect((await keys(cwd, "revoke", id)).stdout).toContain(
      `The key ${id} (Nightly export) is revoked`,
    );
    expect((await keys(cwd, "revoke", id)).stdout).toContain("already");
    expect((await keys(cwd, "rotate", id)).stderr).toContain(
      `The key ${id} is revoked, and stays so`,
    );
    const [key] = json<Record<string, unknown>[]>(await keys(cwd, "list", "--json"));
    expect(key).toMatchObject({ id, plan: "free" });
    expect(Object.keys(key ?? {}).join()).not.toMatch(/sha256/i);
    // The secret of any form is nowhere on disk, in the log of the database neither.
    for (const name of readdirSync(join(cwd, "data"))) {
      const bytes = readFileSync(join(cwd, "data", name)).toString("latin1");
      expect(bytes).not.toContain(token.slice(20));
    }
  });

  it.each<[args: string, message: RegExp]>([
    ["creat", /^the action "creat" is unknown\n {2}hint: did you mean "create"/],
    ["create", /^a key needs a name\n {2}hint: write --name /],
    ["create abc --name A", /^keys create takes no further argument/],
    ["create --name A --grace 1h", /^keys create has no flag --grace\n {2}hint: it takes --name, /],
    ['create --name A --scopes a,b"', /^--scopes: a scope is printable ASCII.*received "b\\""/],
    ["create --name A --plan fre", /^--plan: The plan "fre" is unknown/],
    ["create --name A --expires soon", /^--expires: write a duration such as 90d.*received "soon"/],
    ["create --name A --expires 90", /^--expires: write a duration such as 90d.*received "90"/],
    ["create --name A --expires 9999999d", /^--expires: write a duration .*received "9999999d"/],
    ["create --name A --expires 2020-01-01", /^--expires: 2020-01-01.* is not in the future/],
    ["revoke", /^keys revoke needs the id of a key\n {2}hint: waymark keys list/],
    [
      "revoke 0123456789abcdef",
      /^no key has the id "0123456789abcdef"\n {2}hint: waymark keys list/,
    ],
    [`revoke wm_${"0".repeat(16)}_${"1".repeat(48)}`, /^received a whole key\n(?!.*1111)/],
    [
      "rotate 0123456789abcdef --grace 31d",
      /^--grace: a duration such as 24h, at most 30d; received "31d"/,
    ],
  ])("%s: says what is wrong, with code 1", async (line, message) => {
    const { status, stdout, stderr } = await keys(folder(), ...line.split(" "));
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("takes effect in a running server within a second", async () => {
    const cwd = folder();
    const url = await start(cwd).url();
    const ask = async (token: string) => {
      const { status } = await fetch(`${url}/api/brains`, { headers: bearer(token) });
      return status;
    };
    const becomes = async (token: string, status: number) => {
      await expect.poll(() => ask(token), { timeout: AT_ONCE, interval: 50 }).toBe(status);
    };
    const { id, token } = json(await keys(cwd, "create", "--name", "A", "--json"));
    await becomes(token, 200);
    const { token: second } = json(await keys(cwd, "rotate", id, "--json", "--grace", "1h"));
    await becomes(second, 200);
    expect(await ask(token)).toBe(200);
    const { token: third } = json(await keys(cwd, "rotate", id, "--json"));
    await becomes(third, 200);
    expect([await ask(token), await ask(second)]).toEqual([401, 401]);
    await keys(cwd, "revoke", id);
    await becomes(third, 401);
    const brief = json(await keys(cwd, "create", "--name", "B", "--expires", "2s", "--json"));
    await expect.poll(() => ask(brief.token)).toBe(401);
  });
});
