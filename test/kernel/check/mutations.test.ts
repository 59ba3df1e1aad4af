/** Faults of the past, each put back: `waymark check` finds every one. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin } from "waymark";
import { Store } from "waymark/services";
import preset from "waymark/preset";
import { z } from "zod";
import { checkInProcess } from "../../../kernel/check/in-process.ts";
import type { Report } from "../../../kernel/check/report.ts";
import { keyed, keyPolicy } from "../../fixtures/keyed.ts";
import { checkThrough, type Tampering } from "./_proxy.ts";

const input = { cwd: process.cwd(), env: {}, file: false } as const;

/** Enough of the preset for the doors and links of a plugin, and small enough for many runs. */
const SMALL = new Set(
  "request-id rate-limit problem-details links cache cors lists prefer clock ids event-bus store graphql root schemas server-timing locales size-limits".split(
    " ",
  ),
);
const small: readonly Plugin[] = preset.filter(({ id }) => SMALL.has(id));

/** The failed cases, as `GET /api/notes [strangers]`. */
function failed({ failures }: Report): readonly string[] {
  return failures.map((failure) => `${failure.operation} [${failure.case}]`);
}

async function checkWith(...plugins: readonly Plugin[]): Promise<readonly string[]> {
  return failed(await checkInProcess({ ...input, preset: [...small, ...plugins] }));
}

it("a plugin with a guard conforms", async () => {
  expect(await checkWith(keyed)).toEqual([]);
});

describe("a guard that", () => {
  /** The fixture's policy with a fault. */
  const withPolicy = (fault: Partial<typeof keyPolicy>): Plugin => ({
    ...keyed,
    policies: [{ ...keyPolicy, ...fault }],
  });

  it("says that it guards nothing lets GraphQL past it (A1)", async () => {
    expect(await checkWith(withPolicy({ guards: false }))).toEqual(
      expect.arrayContaining(["GET /api/notes [strangers]", "GET /api/notes/{noteId} [strangers]"]),
    );
  });

  it("is off leaves no route open: the start is refused (A3)", async () => {
    const guard = definePlugin({ id: "guard", summary: "Guards.", policies: [keyPolicy] });
    const { policies: _, ...notes } = keyed;
    const overrides = { plugins: { guard: false as const } };
    const checked = checkInProcess({ ...input, preset: [...small, guard, notes], overrides });
    await expect(checked).rejects.toThrow(/GUARD_OFF/);
  });

  it("refuses preflights, too (A6)", async () => {
    const compile: typeof keyPolicy.compile = (_route, _context, value) =>
      value && {
        admit: (call) =>
          call.header("x-key") === "open" ? undefined : { code: "key-missing" as const },
      };
    expect(await checkWith(withPolicy({ guards: false, compile }))).toContain(
      "GET /api/notes [strangers]",
    );
  });
});

it("a kept list with its first reader's data is found (A2)", async () => {
  let reader = "";
  const Row = z.object({ id: z.string(), reader: z.string() });
  const kept = definePlugin({
    id: "kept",
    summary: "Keeps what it told its first reader.",
    needs: { store: Store },
    policies: [
      definePolicy({
        id: "reader",
        compile: () => ({ begin: ({ client }) => void (reader = client) }),
      }),
    ],
    routes: {
      listRows: {
        method: "GET",
        path: "/api/rows",
        summary: "List.",
        list: { of: Row, as: "rows", name: "RowsList" },
        cache: { scope: "public", maxAge: "60s" },
      },
    },
    handlers: () => ({ listRows: () => [{ id: "a", reader }] }),
  });
  expect(await checkWith(kept)).toContain("GET /api/rows [callers]");
});

describe("a server that", () => {
  it.each<[string, Tampering, readonly string[]]>([
    [
      "sends members that no schema declares (A7)",
      {
        answer: (answer) => {
          const text = answer.body.toString();
          if (text.startsWith('{"notes":[{'))
            answer.body = Buffer.from(text.replace("[{", '[{"passwordHash":"x",'));
        },
      },
      ["GET /api/notes [answer]"],
    ],
    [
      "refuses preflights (A6)",
      {
        ask: (ask) => {
          if (ask.method === "OPTIONS" && ask.headers["x-key"] === undefined) ask.method = "GET";
        },
      },
      ["GET /api/notes [strangers]"],
    ],
  ])("%s is found", async (_name, tampering, cases) => {
    const found = failed(await checkThrough([...small, keyed], tampering));
    expect(found).toEqual(expect.arrayContaining([...cases]));
  });
});
