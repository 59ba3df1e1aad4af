/** A service whose kernel listens alone, and options that nothing reads. */
import { definePlugin, type WaymarkConfig } from "waymark";
import { Listening } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";
import { expect, it } from "vitest";
import { boot } from "waymark/server";
import { NO_CONFIG, startServer } from "../../_setup.ts";

const off = { plugins: { listen: false } };

it("answers at the plain port of the kernel", async () => {
  const server = await startServer({ config: off });
  expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await server.request("/api/ping")).status).toBe(200);
  expect(server.adminOrigin).toBeUndefined();
});

it.each([
  ["socket", "/run/waymark.sock"],
  ["tls", { cert: "server.crt", key: "server.key" }],
  ["admin", { port: 0 }],
  ["maxConnectionsPerClient", 3],
])("says of the key %s at the top level where it belongs", async (key, value) => {
  // Such a config comes from a file.
  const config = { [key]: value } as WaymarkConfig;
  await expect(createTestServer({ config })).rejects.toMatchObject({
    findings: [
      {
        code: "CONFIG_KEY_UNKNOWN",
        hint: `it is an option of a plugin, plugins.listen.${key}; write plugins: { listen: { ${key}: … } }`,
      },
    ],
  });
});

it("refuses options where no plugin is installed that reads them", async () => {
  const preset = "./test/plugins/listen/_bare-preset.ts";
  const config = { preset, plugins: { listen: { admin: { port: 0 } } } };
  await expect(createTestServer({ config })).rejects.toMatchObject({
    findings: [{ code: "PLUGIN_NOT_FOUND", where: "plugins.listen" }],
  });
});

it("refuses variables and options that set nothing while it is off", async () => {
  const env = { WAYMARK_SOCKET: "/run/waymark.sock", WAYMARK_ADMIN_PORT: "9090" };
  const refused = (where: string) => expect.objectContaining({ code: "CONFIG_INVALID", where });
  await expect(boot({ ...NO_CONFIG, env, overrides: off })).rejects.toMatchObject({
    findings: [refused("WAYMARK_SOCKET"), refused("WAYMARK_ADMIN_PORT")],
  });
  const tls = { cert: "server.pem", key: "server.key" };
  const overrides = { plugins: { listen: { tls } } };
  await expect(
    boot({ ...NO_CONFIG, env: { WAYMARK_LISTEN: "false" }, overrides }),
  ).rejects.toMatchObject({ findings: [refused("plugins.listen.tls")] });
});

it("has another plugin open the listeners, and closes those of a start that fails", async () => {
  const [first, second] = [createServer(), createServer()];
  const gate = definePlugin({
    id: "gate",
    summary: "Opens two listeners, the second at the port of the first.",
    provides: { listening: Listening },
    setup: () => ({
      listening: {
        async open({ listen }) {
          const host = "127.0.0.1";
          const { place } = await listen(first, { kind: "clients", host, port: 0 });
          await listen(second, { kind: "admin", host, port: Number(place) });
          return {};
        },
      },
    }),
  });
  const config = { plugins: { ...off.plugins, gate } };
  await expect(createTestServer({ config })).rejects.toMatchObject({
    findings: [{ code: "LISTEN_FAILED", message: expect.stringContaining("EADDRINUSE") }],
  });
  expect([first.listening, second.listening]).toEqual([false, false]);
});

it("closes the port of an attempt that failed, so that a plugin may try again", async () => {
  const attempts = [createServer(), createServer()] as const;
  const host = "127.0.0.1";
  const stubborn = definePlugin({
    id: "stubborn",
    summary: "Listens again after a failure.",
    provides: { listening: Listening },
    setup: () => ({
      listening: {
        async open({ listen }) {
          const [first, second] = attempts;
          const bind = async () => {
            first.listen(0, host);
            await once(first, "listening");
            throw new Error("too late");
          };
          const failed = listen(first, { kind: "clients", host, port: 0, bind });
          await expect(failed).rejects.toThrow("too late");
          await listen(second, { kind: "clients", host, port: 0 });
          return {};
        },
      },
    }),
  });
  const server = await createTestServer({ config: { plugins: { listen: false, stubborn } } });
  expect(attempts.map(({ listening }) => listening)).toEqual([false, true]);
  await server.close();
});

it("says why a start is refused also where its end cannot be announced", async () => {
  const mute = definePlugin({
    id: "mute",
    summary: "Cannot announce anything.",
    provides: { listening: Listening },
    setup: () => ({
      listening: {
        async open({ listen, config: { host } }) {
          await listen(createServer(), { kind: "clients", host, port: 0 });
          return { announce: () => Promise.reject(new Error("no voice")) };
        },
      },
    }),
    routes: {
      getWeight: {
        method: "GET",
        path: "/api/weight",
        summary: "Read a weight.",
        // A transformation has no JSON Schema, which is found after the server listens.
        returns: z.object({ weight: z.string().transform(Number) }),
        cache: "no-store",
      },
    },
    handlers: () => ({ getWeight: () => ({ weight: 7 }) }),
  });
  await expect(
    createTestServer({ config: { plugins: { listen: false, mute } } }),
  ).rejects.toMatchObject({ findings: [{ code: "SCHEMA_UNSUPPORTED" }] });
});
