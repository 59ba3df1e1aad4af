/**
 * Pages in a real browser, served over a socket. A page fails the test that opened it with
 * any error, line in the console, breach of its security policy, dialog, or request that would leave the origin; such
 * requests are blocked.
 */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { createTestServer, type TestServer, type TestServerOptions } from "waymark/testing";
import { bundleForBrowsers } from "../../plugins/pages/shared/bundle-script.ts";
import type { Probe } from "./_probe.ts";
import { freePort } from "../engines/ports.ts";
import { isDue, needs, whereIs } from "../_programs.ts";

/** Options of a visit. The defaults: English, light, 1280 wide, with JavaScript. */
export interface Visit {
  /** The language that the browser prefers, as a tag. */
  readonly language?: string;
  readonly dark?: boolean;
  /** Width of the window, in CSS pixels. */
  readonly width?: number;
  readonly javaScript?: boolean;
  /** True to start with an empty cache. By default, the browser keeps the service's files from test to test. */
  readonly isFirst?: boolean;
  /** The status that the page is expected to have. Default 200. */
  readonly status?: number;
  /** Messages of the console that are meant to be, such as that of a request which is refused. */
  readonly tolerates?: RegExp;
}

export interface Site {
  readonly server: TestServer;
  /**
   * Opens a path in a window of its own, which is closed after the test. Cookies, storage and permissions, too, last as
   * long as the test, in which all windows of one language share them.
   */
  open(path: string, visit?: Visit): Promise<Page>;
  /** Port of the debugging protocol, through which other tools join this browser. */
  readonly debuggingPort: number;
}

/** A service with a browser before it, for the tests of a file or suite; the options are those of test servers. */
export function useSite(options: TestServerOptions = {}): Site {
  needs("chromium");
  let running: { server: TestServer; tools: Tools } | undefined;
  const profiles = new Map<string, Promise<Profile>>();
  const visits = new Map<Page, Visit>();
  const faults: string[] = [];

  const started = () => {
    if (running === undefined) throw new Error("The site is for use inside tests.");
    return running;
  };

  /** Keeps what is not meant to be. A page that another one opened is part of the last visit. */
  const report = (fault: string, page: Page | undefined) => {
    const visit = (page && visits.get(page)) ?? [...visits.values()].at(-1) ?? {};
    const { status = 200, tolerates } = visit;
    // The browser itself reports a document of another status than 200.
    const meant =
      status >= 400 && fault.includes(`the server responded with a status of ${status}`);
    if (!meant && tolerates?.test(fault) !== true) faults.push(`${page?.url() ?? ""}: ${fault}`);
  };

  const profileOf = (visit: Visit): Promise<Profile> => {
    const { server, tools } = started();
    const { language = "en", javaScript = true } = visit;
    const key = `${language} ${javaScript}`;
    const kept = profiles.get(key) ?? Profile.open(tools, server.origin, visit, report);
    profiles.set(key, kept);
    return kept;
  };

  beforeAll(async () => {
    if (!isDue("chromium")) return;
    const [server, tools] = await Promise.all([
      createTestServer({ ...options, config: patient(options.config) }),
      sharedTools(),
    ]);
    running = { server, tools };
  });

  afterEach(async () => {
    await Promise.all([...profiles.values()].map(async (opened) => (await opened).forget()));
    visits.clear();
    expect({ faults: faults.splice(0) }).toEqual({ faults: [] });
  });

  afterAll(async () => {
    await Promise.all([...profiles.values()].map(async (opened) => (await opened).close()));
    await running?.server.close();
  });

  return {
    get server() {
      return started().server;
    },
    get debuggingPort() {
      return started().tools.port;
    },
    async open(path, visit = {}) {
      const { dark = false, width = 1280, status = 200 } = visit;
      const { context } = await profileOf(visit);
      const page = await context.newPage();
      visits.set(page, visit);
      if (visit.isFirst === true) await ignoreCache(page);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
      const answer = await page.goto(path, { waitUntil: "load" });
      expect({ path, status: answer?.status() }).toEqual({ path, status });
      return page;
    },
  };
}

/** The memory of one person's browser: cookies, storage and files, which pages share. */
class Profile {
  readonly context: BrowserContext;
  /** An empty page of the service: the process behind it, which is slow to start, serves all other pages, too. */
  readonly #anchor: Page;

  private constructor(context: BrowserContext, anchor: Page) {
    this.context = context;
    this.#anchor = anchor;
  }

  static async open(
    { browser, probe }: Tools,
    origin: string,
    { language = "en", javaScript = true }: Visit,
    report: Report,
  ): Promise<Profile> {
    const context = await browser.newContext({
      locale: language,
      reducedMotion: "reduce",
      javaScriptEnabled: javaScript,
      baseURL: origin,
    });
    const anchor = await context.newPage();
    await anchor.route("**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await anchor.goto("/");
    await context.addInitScript(`(() => {${probe}})();`);
    await watch(context, origin, report);
    return new Profile(context, anchor);
  }

  /** Forgets all but the files that the browser has loaded. */
  async forget(): Promise<void> {
    const pages = this.context.pages().filter((page) => page !== this.#anchor);
    await Promise.all(pages.map((page) => page.close()));
    await this.context.clearCookies();
    await this.context.clearPermissions();
    await this.#anchor.evaluate("localStorage.clear()");
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** Makes a browser load every file of a page, as if it had none of them. */
async function ignoreCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // Without this, the next command is accepted and does nothing.
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
}

/** Asks what `in-page/probe.ts` knows of a page, which needs JavaScript. */
export async function ask<Name extends keyof Probe>(
  page: Page,
  name: Name,
): Promise<Awaited<ReturnType<Probe[Name]>>> {
  return page.evaluate<Awaited<ReturnType<Probe[Name]>>>(`probe.${name}()`);
}

/** The browser that all sites of a worker share, and the code that their pages run. */
interface Tools {
  readonly browser: Browser;
  readonly port: number;
  /** The code of `in-page/probe.ts`. */
  readonly probe: string;
}

let tools: Promise<Tools> | undefined;

/** Starts the browser of a worker when it is first needed. It ends with the worker's process. */
function sharedTools(): Promise<Tools> {
  tools ??= (async () => {
    const port = await freePort();
    const [browser, { code: probe }] = await Promise.all([
      launch(port),
      bundleForBrowsers(new URL("./in-page/probe.ts", import.meta.url)),
    ]);
    browser.once("disconnected", () => {
      tools = undefined;
    });
    return { browser, port, probe };
  })();
  return tools;
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
      // No screen shows what is drawn: the processor draws it, in the browser's own process.
      "--disable-gpu",
      "--in-process-gpu",
      // All pages of one profile, which are of one service, are drawn by one process.
      "--process-per-site",
      // Nothing leaves this machine.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
}

/** Tests ask more than a person would. */
function patient(config: TestServerOptions["config"] = {}): NonNullable<typeof config> {
  return { ...config, plugins: { "rate-limit": { limit: 1_000_000 }, ...config.plugins } };
}

type Report = (fault: string, page: Page | undefined) => void;

async function watch(context: BrowserContext, origin: string, report: Report): Promise<void> {
  // A binding outlives navigations, as a variable of the page would not.
  await context.exposeBinding("reportBreach", ({ page }, text: string) => report(text, page));
  context.on("console", (message) => {
    // Consoles hide the browser's hints, such as the one on passwords outside of forms.
    const type: string = message.type();
    const text = `${type}: ${message.text()} (${message.location().url})`;
    if (type !== "verbose") report(text, message.page() ?? undefined);
  });
  context.on("weberror", (fault) => report(String(fault.error().stack), fault.page() ?? undefined));
  context.on("dialog", (dialog) => {
    report(`${dialog.type()}: ${dialog.message()}`, dialog.page() ?? undefined);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const { protocol, origin: target } = new URL(request.url());
    if (target !== origin && !["data:", "blob:"].includes(protocol))
      report(`request to ${request.url()}`, undefined);
  });
  context.on("page", (page) =>
    page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== new URL(origin).host)
        report(`socket to ${socket.url()}`, page);
    }),
  );
}
