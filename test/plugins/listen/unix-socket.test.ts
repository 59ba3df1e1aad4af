/** Listening at Unix sockets. */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import type { WaymarkConfig } from "waymark";
import { createTestServer } from "waymark/testing";
import { expect, it } from "vitest";
import { whoami } from "./_whoami.ts";
import { folderOf } from "../../_folder.ts";
import { startServer } from "../../_setup.ts";

function newPath(): string {
  const folder = folderOf();
  return join(folder, "waymark.sock");
}

async function serve(listen: Readonly<Record<string, unknown>>, config: WaymarkConfig = {}) {
  return startServer({ config: { ...config, plugins: { listen, ...config.plugins } } });
}

function ask(socketPath: string, path: string, headers = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path, headers, agent: false }, (response) => {
      let text = String(response.statusCode);
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += ` ${chunk}`));
      response.on("end", () => resolve(text));
    })
      .on("error", reject)
      .end();
  });
}

it.each([
  ["unix", []],
  ["203.0.113.9", ["unix"]],
] as const)(
  "knows a client as %s where the proxies %j are trusted",
  async (client, trustedProxies) => {
    const socket = newPath();
    await serve({ socket }, { trustedProxies: [...trustedProxies], plugins: { whoami } });
    const headers = { "x-forwarded-for": "203.0.113.9" };
    expect(await ask(socket, "/client", headers)).toBe(`200 ${client}`);
  },
);

it("listens at sockets with their mode, and removes them when it stops", async () => {
  const [socket, admin] = [newPath(), newPath()];
  const server = await serve({
    socket,
    socketMode: "666",
    admin: { socket: admin, socketMode: "600" },
  });
  expect([statSync(socket).mode & 0o777, statSync(admin).mode & 0o777]).toEqual([0o666, 0o600]);
  expect(await ask(socket, "/api/ping")).toMatch(/^200/);
  expect(await ask(admin, "/revision")).toMatch(/^200/);
  expect(await ask(socket, "/revision")).toMatch(/^404/);
  await server.close();
  expect([existsSync(socket), existsSync(admin)]).toEqual([false, false]);
});

it("replaces the socket that a killed process left behind", async () => {
  const socket = newPath();
  const killed = createServer().listen(`${socket}.killed`);
  await new Promise((resolve) => killed.once("listening", resolve));
  renameSync(`${socket}.killed`, socket); // so that the end of this server does not remove it
  await new Promise((resolve) => killed.close(resolve));
  expect(existsSync(socket)).toBe(true);
  await serve({ socket });
  expect(await ask(socket, "/api/ping")).toMatch(/^200/);
});

it("refuses a path that is in use", async () => {
  const socket = newPath();
  await serve({ socket });
  await expect(createTestServer({ config: { plugins: { listen: { socket } } } })).rejects.toThrow(
    "another process listens",
  );
  expect(await ask(socket, "/api/ping")).toMatch(/^200/);
  const file = `${socket}.txt`;
  writeFileSync(file, "kept");
  const asAdmin = createTestServer({
    config: { plugins: { listen: { admin: { socket: file } } } },
  });
  await expect(asAdmin).rejects.toThrow("is not a socket");
  expect(readFileSync(file, "utf8")).toBe("kept");
});

it.each([
  [{ socket: "waymark.sock" }, "a socket is named by its absolute path"],
  [{ admin: {} }, "it has either a port or a socket"],
  [{ admin: { port: 1, socket: "/a" } }, "it has either a port or a socket"],
  [{ socketMode: "rw" }, "a mode is three octal digits"],
])("refuses the options %j", async (listen, message) => {
  await expect(createTestServer({ config: { plugins: { listen } } })).rejects.toThrow(message);
});
