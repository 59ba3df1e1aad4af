/** A service whose kernel listens alone, and keys that it then refuses. */
import { definePlugin, type WaymarkConfig } from "waymark";
import { Listening } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";
import { expect, it } from "vitest";
import { startServer } from "../../_setup.ts";

const off = { plugins: { listen: false } };

it("answers at the plain port of the kernel", async () => {
  const server = await startServer({ config: off });
  expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await server.request("/api/ping")).status).toBe(200);
  expect(server.adminOrigin).toBeUndefined();
});

it.each<WaymarkConfig>([
  { socket: "/run/waymark.sock" },
  { socketMode: "600" },
  { tls: { cert: "server.crt", key: "server.key" } },
  { admin: { port: 0 } },
  { proxyProtocol: true, trustedProxies: ["10.0.0.0/8"] },
  { maxConnectionsPerClient: 3 },
])("refuses %j, because the plugin is off that reads it", async (config) => {
  const [key] = Object.keys(config);
  await expect(createTestServer({ config: { ...config, ...off } })).rejects.toMatchObject({
    findings: [
      {
        code: "CONFIG_INVALID",
        where: key,
        message: "the plugin listen, which opens listeners as this key says, is off",
        hint: `remove ${key}, or plugins.listen: false`,
      },
    ],
  });
});

it("refuses them, too, where no plugin is installed that reads them", async () => {
  const config = { preset: "./test/plugins/listen/_bare-preset.ts", admin: { port: 0 } };
  await expect(createTestServer({ config })).rejects.toMatchObject({
    findings: [{ where: "admin", message: expect.stringContaining("no installed plugin") }],
  });
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
          const { place } = await listen(first, { audience: "clients", host, port: 0 });
          await listen(second, { audience: "operators", host, port: Number(place) });
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
          const failed = listen(first, { audience: "clients", host, port: 0, bind });
          await expect(failed).rejects.toThrow("too late");
          await listen(second, { audience: "clients", host, port: 0 });
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
          await listen(createServer(), { audience: "clients", host, port: 0 });
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
