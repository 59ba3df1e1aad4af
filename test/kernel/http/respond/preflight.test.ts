/** Preflights: browsers send them without credentials, so that no guard may refuse them. */
import { expect, it } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import preset from "waymark/preset";
import { describeMatrix } from "../../../_setup.ts";

const PAGE = "https://app.example";

/** Refuses every request without a key where no answer is shared, as a policy of credentials does. */
const guard = definePlugin({
  id: "guard",
  summary: "Refuses strangers.",
  errors: { "no-key": { status: 401, message: "Send a key." } },
  policies: [
    definePolicy({
      id: "guard",
      guards: true,
      reads: { "x-key": { description: "The key." } },
      compile: ({ declaration: { cache } }) =>
        cache === "no-store"
          ? {
              admit: (call) =>
                call.header("x-key") === "secret" ? undefined : { code: "no-key" as never },
            }
          : undefined,
    }),
  ],
});

const config = { plugins: { cors: { origins: [PAGE], allowCredentials: true } } };

describeMatrix("a guarded server", { plugins: [...preset, guard], config }, (ask, server) => {
  it("refuses requests, and answers preflights of every path (A6)", async () => {
    const refused = await ask("/api/health");
    expect(refused.status).toBe(401);
    const paths = new Set(server().registry.routes.map(({ path }) => path.replace(/[{}]/g, "")));
    for (const path of [...paths, "/nowhere"]) {
      const answer = await ask(path, {
        method: "OPTIONS",
        headers: {
          origin: PAGE,
          "access-control-request-method": "GET",
          "access-control-request-headers": "x-key",
        },
      });
      expect([path, answer.status]).toEqual([path, path === "/nowhere" ? 404 : 204]);
      expect(answer.headers.get("access-control-allow-origin")).toBe(PAGE);
      if (answer.status === 204)
        expect(answer.headers.get("access-control-allow-headers")).toMatch(/\bX-Key\b/);
    }
  });

  it("says that answers to OPTIONS depend on the origin (E20)", async () => {
    for (const origin of [PAGE, "https://other.example"]) {
      const answer = await ask("/api/brains", { method: "OPTIONS", headers: { origin } });
      expect(answer.headers.get("vary")).toBe("Origin");
    }
  });
});

describeMatrix("a server that every origin may read", {}, (ask) => {
  it("answers OPTIONS alike for all, without Vary (E20)", async () => {
    const answer = await ask("/api/brains", { method: "OPTIONS", headers: { origin: PAGE } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.has("vary")).toBe(false);
  });
});
