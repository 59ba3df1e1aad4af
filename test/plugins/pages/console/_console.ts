/** A server with a console and a config file, reached as a browser of an operator reaches it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { silentLog } from "waymark/tools";
import { boot, startServer } from "waymark/server";
import { jsonRequest } from "../../../_setup.ts";
import { folderOf } from "../../../_folder.ts";

export const FILE = "waymark.config.yaml";

export interface Browser {
  /** Opens a page, with the cookies that it was given. */
  open(
    path: string,
    language?: string,
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** Sends a form of the page that was opened last. */
  act(path: string, body?: object, token?: string): Promise<Response>;
}

/** Returns a browser at the listener for operators. */
export function browserAt(origin: string): Browser {
  let cookie: string | undefined;
  let opened = "";
  return {
    async open(path, language = "en") {
      const headers = { accept: "text/html", "accept-language": language };
      const response = await fetch(`${origin}${path}`, {
        headers: cookie === undefined ? headers : { ...headers, cookie },
      });
      cookie ??= /^[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0];
      opened = await response.text();
      return { status: response.status, text: opened };
    },
    act(path, body = {}, token = /data-token="([^"]+)"/.exec(opened)?.[1] ?? "") {
      const headers = { "x-console-token": token, ...(cookie !== undefined && { cookie }) };
      return fetch(`${origin}${path}`, jsonRequest("POST", body, headers));
    },
  };
}

/**
 * Starts a server with this config below `plugins`, in YAML, one line each. It is closed when the test ends; with
 * `afterAll`, after all tests.
 */
export async function serveConsole(
  plugins: readonly string[] = [],
  after: (end: () => Promise<void> | void) => void = onTestFinished,
) {
  const listen = "listen: { admin: { port: 0 } }";
  const lines = ["console: true", listen, "access-log: false", ...plugins];
  const text = `# Of a test.\nhost: 127.0.0.1\nport: 0\nplugins:\n${lines.map((line) => `  ${line}\n`).join("")}`;
  const folder = folderOf({ [FILE]: text }, after);
  const booted = await boot({ cwd: folder, env: { WAYMARK_STORE_FILE: ":memory:" } });
  const server = await startServer(booted, { log: silentLog, setupTimeoutMs: 60_000 });
  after(() => server.close());
  return {
    server,
    folder,
    browser: browserAt(server.adminUrl ?? ""),
    read: () => readFileSync(join(folder, FILE), "utf8"),
  };
}
