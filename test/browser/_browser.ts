/**
 * Pages in a real browser, served over a socket. A page fails the test that opened it with
 * any error, line in the console, breach of its security policy, dialog, or request that would leave the origin; such
 * requests are blocked.
 */
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { createTestServer, type TestServer, type TestServerOptions } from "waymark/testing";
import { bundleForBrowsers } from "../../plugins/pages/shared/bundle-script.ts";
import type { Probe } from "./_probe.ts";
import { freePort } from "../engines/ports.ts";
import { isDue, needs, whereIs } from "../_programs.ts";

/** How somebody visits a page. The defaults: English, light, 1280 wide, with JavaScript. */
export interface Visit {
  /** The language that the browser prefers, as a tag. */
  readonly language?: string;
  readonly dark?: boolean;
  /** Of the window, in CSS pixels. */
  readonly width?: number;
  readonly javaScript?: boolean;
  /** The status that the page is expected to have. Default 200. */
  readonly status?: number;
  /** Messages of the console that are meant to be, such as that of a request which is refused. */
  readonly tolerates?: RegExp;
}

export interface Site {
  readonly server: TestServer;
  /** Opens a path in a window of its own, which is closed after the test. */
  open(path: string, visit?: Visit): Promise<Page>;
  /** Where other tools join this browser: the port of its debugging protocol. */
  readonly debuggingPort: number;
}

/** A service with a browser before it, for the tests of a file or suite; the options are those of test servers. */
export function useSite(options: TestServerOptions = {}): Site {
  needs("chromium");
  // A browser on a busy machine; vitest takes it back after the file.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  let running: { server: TestServer; browser: Browser; probe: string; port: number } | undefined;
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  const started = () => {
    if (running === undefined) throw new Error("The site is for use inside tests.");
    return running;
  };

  beforeAll(async () => {
    if (!isDue("chromium")) return;
    const port = await freePort();
    const [server, browser, { code: probe }] = await Promise.all([
      createTestServer({ ...options, config: patient(options.config) }),
      launch(port),
      bundleForBrowsers(new URL("./in-page/probe.ts", import.meta.url)),
    ]);
    running = { server, browser, probe, port };
  });

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect({ faults: faults.splice(0) }).toEqual({ faults: [] });
  });

  afterAll(async () => {
    await running?.browser.close();
    await running?.server.close();
  });

  return {
    get server() {
      return started().server;
    },
    get debuggingPort() {
      return started().port;
    },
    async open(path, visit = {}) {
      const { server, browser, probe } = started();
      const { language = "en", dark = false, width = 1280, status = 200 } = visit;
      const context = await browser.newContext({
        locale: language,
        colorScheme: dark ? "dark" : "light",
        viewport: { width, height: 800 },
        reducedMotion: "reduce",
        javaScriptEnabled: visit.javaScript ?? true,
        baseURL: server.origin,
      });
      contexts.push(context);
      await context.addInitScript(`(() => {${probe}})();`);
      await watch(context, server.origin, (fault) => {
        // The browser itself reports a document of another status than 200.
        const meant =
          status >= 400 && fault.includes(`the server responded with a status of ${status}`);
        if (!meant && visit.tolerates?.test(fault) !== true) faults.push(`${path}: ${fault}`);
      });
      const page = await context.newPage();
      const answer = await page.goto(path, { waitUntil: "load" });
      expect({ path, status: answer?.status() }).toEqual({ path, status });
      return page;
    },
  };
}

/** Asks what `in-page/probe.ts` knows of a page, which needs JavaScript. */
export async function ask<Name extends keyof Probe>(
  page: Page,
  name: Name,
): Promise<Awaited<ReturnType<Probe[Name]>>> {
  return page.evaluate<Awaited<ReturnType<Probe[Name]>>>(`probe.${name}()`);
}

/** Starts a browser that reaches this machine alone, with its debugging protocol at a port. */
export function launch(port: number): Promise<Browser> {
  const executablePath = whereIs("chromium");
  if (executablePath === "") throw new Error("chromium is not installed, and CI skips nothing");
  return chromium.launch({
    executablePath,
    args: [
      `--remote-debugging-port=${port}`,
      // Containers run as root, and their /dev/shm is small.
      "--no-sandbox",
      "--disable-dev-shm-usage",
      // Nothing leaves this machine.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
}

/** Tests ask more than a person would. */
function patient(config: TestServerOptions["config"] = {}): NonNullable<typeof config> {
  return { ...config, plugins: { "rate-limit": { limit: 1_000_000 }, ...config.plugins } };
}

async function watch(
  context: BrowserContext,
  origin: string,
  report: (fault: string) => void,
): Promise<void> {
  // A binding outlives navigations, as a variable of the page would not.
  await context.exposeBinding("reportBreach", (_source, text: string) => report(text));
  context.on("console", (message) => {
    // Consoles hide the browser's hints, such as the one on passwords outside of forms.
    const type: string = message.type();
    if (type !== "verbose") report(`${type}: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => report(String(error.error().stack)));
  context.on("dialog", (dialog) => {
    report(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const { protocol, origin: target } = new URL(request.url());
    if (target !== origin && !["data:", "blob:"].includes(protocol))
      report(`request to ${request.url()}`);
  });
  context.on("page", (page) =>
    page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== new URL(origin).host) report(`socket to ${socket.url()}`);
    }),
  );
}
