/** Places that show principals to operators, and never show credentials. */
import { stripVTControlCharacters } from "node:util";
import { expect, it, vi } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { standardOutput } from "waymark/advanced";
import { createLog } from "../../../kernel/host/support/log.ts";
import { as, startNotes } from "./_setup.ts";

/** A route whose handler fails with all that it can see of its caller. */
const broken = definePlugin({
  id: "broken",
  summary: "Fails.",
  routes: {
    showBroken: {
      method: "GET",
      path: "/api/broken",
      summary: "Fail.",
      page: { title: "Broken" },
      cache: "no-store",
    },
  },
  handlers: () => ({
    showBroken: (call) => {
      throw new Error(`cannot answer ${JSON.stringify(call)} to ${call.principal?.name}`, {
        cause: call,
      });
    },
  }),
});

it.each(["json", "pretty"])(
  "a line of the access log as %s names the principal by id alone",
  async (format) => {
    const written: string[] = [];
    const write = vi
      .spyOn(standardOutput, "write")
      .mockImplementation((text) => void written.push(text));
    try {
      const server = await startNotes({
        config: { plugins: { "access-log": { format, query: "values" } } },
      });
      for (const headers of [{}, as("ann"), as("eve")])
        await server.request("/api/open", { headers });
      await server.close();
    } finally {
      write.mockRestore();
    }
    const lines = stripVTControlCharacters(written.join("")).trim().split("\n");
    expect(lines.map((line) => line.includes("badge:ann"))).toEqual([false, true, false]);
    expect(lines.map((line) => line.includes("principal"))).toEqual([
      false,
      format === "json",
      false,
    ]);
    expect(lines.join("\n")).not.toMatch(/Ann|badge-|Bearer|undefined/);
  },
);

it("a failed request is logged with its principal, and never with its credential", async () => {
  const lines: string[] = [];
  const log = await createLog({ terminal: false, write: (line) => void lines.push(line) });
  const server = await startNotes({ plugins: [broken as Plugin], log });
  for (const headers of [as("ann"), {}]) {
    for (const accept of ["text/html", "application/json", "application/problem+json"]) {
      const answer = await server.request("/api/broken", { headers: { ...headers, accept } });
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toMatch(/badge-ann|Bearer/);
    }
  }
  const failures = lines.filter((line) => line.includes("a request failed"));
  expect(failures).toHaveLength(6);
  expect(failures.map((line) => line.includes('"principal":"badge:ann"'))).toEqual(
    ["ann", "ann", "ann", "", "", ""].map((name) => name !== ""),
  );
  expect(failures.slice(3).join("")).not.toContain('"principal"');
  expect(lines.join("\n")).not.toMatch(/badge-ann|Bearer/);
});

it("no metric is by principal, and none has a credential", async () => {
  const server = await startNotes();
  for (const headers of [as("ann"), as("ben"), as("eve"), {}])
    for (const path of ["/api/known", "/api/scoped", "/api/nowhere"])
      await server.request(path, { headers });
  for (const [accept, route] of [
    ["text/plain", "notes.listScoped"],
    ["application/json", "byStatusClass"],
  ] as const) {
    const text = await (await server.request("/api/metrics", { headers: { accept } })).text();
    expect(text).toContain(route);
    expect(text).not.toMatch(/principal|badge|Ann|Ben\b|eve\b/);
  }
});
