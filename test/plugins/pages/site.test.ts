/** The frame of every page: its colours, the operator's branding, and the files that it names. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { definePlugin, html } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { samplePaths } from "../../conformance/sample-paths.ts";
import { contrast, contrastIn, readable, THEMES } from "../../../plugins/pages/site/colour.ts";

const PAGES = new URL("../../../plugins/pages/", import.meta.url);
const tokens = readFileSync(new URL("site/styles/tokens.css", PAGES), "utf8");
const COLOURS = new Map(
  [...tokens.matchAll(/(--[\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);
const SURFACES = ["--paper", "--paper-soft", "--paper-deep"];
const TEXTS = ["--ink", "--ink-soft", "--accent", "--good", "--warn", "--bad", "--info"];

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function branded(site: Readonly<Record<string, unknown>>): Promise<TestServer> {
  const made = await createTestServer({ config: { plugins: { site } } });
  onTestFinished(() => made.close());
  return made;
}

const read = async (from: TestServer, path: string): Promise<string> =>
  (await from.fetch(path, { headers: { accept: "text/html" } })).text();

describe.each(["light", "dark"] as const)("the %s theme", (theme) => {
  const colour = (name: string) => COLOURS.get(name)?.[theme] ?? "";

  it("has a contrast of 7:1 on every surface", () => {
    const pairs = [
      ...[...TEXTS, "--code", "--number"].flatMap((text) =>
        SURFACES.map((surface) => [text, surface] as const),
      ),
      ...["accent", "good", "warn", "bad", "info"].flatMap((name) =>
        [`--${name}`, "--ink", "--ink-soft"].map((text) => [text, `--${name}-soft`] as const),
      ),
      ["--accent-ink", "--accent"] as const,
    ];
    const low = pairs.filter(([text, surface]) => contrast(colour(text), colour(surface)) < 7);
    expect(low).toEqual([]);
  });

  it("is the one that an accent is checked against", () => {
    expect(THEMES[theme].surfaces).toEqual(SURFACES.map(colour));
  });
});

it("has colours in one sheet alone", () => {
  const sheets = readdirSync(PAGES, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".css") && !file.endsWith("tokens.css"),
  );
  expect(sheets.length).toBeGreaterThan(5);
  const named = sheets.filter((file) =>
    /#[0-9a-f]{3,8}\b(?=[;,)\s])|\b(?:rgb|hsl)a?\(\d/i.test(
      readFileSync(new URL(file, PAGES), "utf8").replace(/^#.*\{$/gm, ""),
    ),
  );
  expect(named).toEqual([]);
});

describe("the accent", () => {
  it.each([
    ["light", "#3b82f6", { accent: "#3b82f6" }],
    ["dark", "#1d4ed8", { accent: { light: "#1e3a8a", dark: "#1d4ed8" } }],
  ] as const)(
    "is refused where it is hard to read in the %s theme",
    async (theme, colour, site) => {
      const better = readable(colour, THEMES[theme]);
      expect(contrastIn(better, THEMES[theme])).toBeGreaterThanOrEqual(7);
      await expect(createTestServer({ config: { plugins: { site } } })).rejects.toThrow(better);
    },
  );

  it("is in both themes, the dark one found by itself", async () => {
    const sheet = await read(await branded({ accent: "#1E3A8A" }), "/assets/site.css");
    const [, dark = ""] = /--accent: light-dark\(#1e3a8a, (#\w{6})\)/.exec(sheet) ?? [];
    expect(contrastIn(dark, THEMES.dark)).toBeGreaterThanOrEqual(7);
  });
});

describe("the logo", () => {
  const file = async (name: string, content: string | Buffer) => {
    const path = join(await mkdtemp(join(tmpdir(), "logo-")), name);
    writeFileSync(path, content);
    return path;
  };
  const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUg==", "base64");

  it.each([
    ["logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', "<svg"],
    ["logo.png", PNG, "data:image/png;base64,iVBORw0KGgo"],
  ])("%s is the icon, and on every page", async (name, content, expected) => {
    const made = await branded({ logo: await file(name, content) });
    expect(await read(made, "/favicon.svg")).toContain(expected);
    expect(await read(made, "/developers")).toContain('<img class="mark" src="/favicon.svg?v=');
  });

  it.each([
    ["logo.gif", "GIF89a", /SVG or PNG/],
    ["logo.svg", "PNG", /not of the type/],
    ["logo.svg", `<svg>${" ".repeat(40_000)}</svg>`, /at most 32768/],
    ["", "", /cannot be read|SVG or PNG/],
  ])("%s is refused with a reason", async (name, content, reason) => {
    const logo = name === "" ? "missing.svg" : await file(name, content);
    await expect(createTestServer({ config: { plugins: { site: { logo } } } })).rejects.toThrow(
      reason,
    );
  });
});

it("shows the operator's links and line", async () => {
  const made = await branded({
    links: [
      { title: { en: "Blog", es: "Bitácora" }, href: "https://example.com/blog", menu: "main" },
      { title: "Imprint", href: "/legal" },
    ],
    footer: { en: "A service of Example", es: "Un servicio de Example" },
  });
  const page = await read(made, "/developers?lang=es");
  expect(page).toContain('<a href="https://example.com/blog">Bitácora</a>');
  expect(page).toContain('<a href="/legal?lang=es">Imprint</a>');
  expect(page).toContain("Un servicio de Example");
});

it.each(["javascript:alert(1)", "//example.com", "legal"])("refuses a link to %s", async (href) => {
  const site = { links: [{ title: "x", href }] };
  await expect(createTestServer({ config: { plugins: { site } } })).rejects.toThrow(
    /URL, or a path/,
  );
});

// A sheet further down would change what is already shown.
it("names every sheet in the head of a page", async () => {
  const bodies = [...(await samplePaths(server))]
    .filter(([{ kind }]) => kind === "page")
    .map(async ([, path]) => {
      const [head = "", body = ""] = (await read(server, path)).split("<body");
      expect(head).toContain("/assets/site.css");
      return body.includes("stylesheet") ? [path] : [];
    });
  expect((await Promise.all(bodies)).flat()).toEqual([]);
});

it("names the sheets of other plugins after its own, those that there are", async () => {
  const page = { method: "GET", page: { title: "Walks" }, cache: "no-store" } as const;
  const walks = definePlugin({
    id: "walks",
    summary: "Lists walks.",
    routes: {
      showHtml: { ...page, path: "/walks", summary: "Show walks." },
      showMarkdown: { ...page, path: "/walks/text", summary: "Read about walks." },
      showStyles: {
        method: "GET",
        path: "/walks/walks.css",
        summary: "Read the styles of walks.",
        text: { mediaType: "text/css" },
        cache: "no-store",
      },
    },
    handlers: () => ({
      showHtml: () => ({ html: html`<p>Along the quay</p>`, styles: ["walks.showStyles"] }),
      showMarkdown: () => ({
        markdown: "Along the quay",
        styles: ["showStyles.gone", "walks.showStyles"],
      }),
      showStyles: () => "p { color: var(--accent) }",
    }),
  });
  const own = await createTestServer({ config: { plugins: { walks } } });
  onTestFinished(() => own.close());
  for (const path of ["/walks", "/walks/text"]) {
    const [head = ""] = (await read(own, path)).split("<body");
    const sheets = [...head.matchAll(/<link rel="stylesheet" href="([^"?]+)/g)];
    expect(sheets.map(([, sheet]) => sheet)).toEqual(["/assets/site.css", "/walks/walks.css"]);
  }
});

it("serves everything that the head of a page names", async () => {
  const page = await read(server, "/developers");
  const own = [...page.matchAll(/(?:href|src|content)="(?:http:\/\/[^/"]+)?(\/[^"]*)"/g)]
    .map(([, path = ""]) => path)
    .filter((path) => path.startsWith("/assets/") || /icon|manifest/.test(path));
  expect(own.length).toBeGreaterThanOrEqual(5);
  for (const path of own) expect([path, (await server.fetch(path)).status]).toEqual([path, 200]);
  const icon = await server.request("/favicon.ico");
  expect([icon.status, icon.headers.get("location")]).toEqual([308, "/favicon.svg"]);
  const manifest: unknown = JSON.parse(await read(server, "/site.webmanifest"));
  expect(manifest).toMatchObject({ name: "waymark", start_url: "/" });
});

describe("the addresses of a page", () => {
  it("are one for each language, and one for all", async () => {
    const page = await read(server, "/status?lang=es");
    const { baseUrl } = server.registry;
    expect(page).toContain(`<link rel="canonical" href="${baseUrl}/status?lang=es">`);
    for (const tag of ["en", "es"])
      expect(page).toContain(`hreflang="${tag}" href="${baseUrl}/status?lang=${tag}"`);
    expect(page).toContain(`hreflang="x-default" href="${baseUrl}/status"`);
    expect(await read(server, "/status")).toContain(`rel="canonical" href="${baseUrl}/status"`);
  });

  it("lead on in the language, to pages and views of answers alone", async () => {
    const page = await read(server, "/developers?lang=es");
    expect(page).toContain('href="/status?lang=es"');
    expect(page).toMatch(/<a href="\/api[^"]*lang=es"/);
    expect(page).not.toMatch(
      /(?:href="[^"]*\.(?:css|js|json|svg|xml)|(?:src|data-\w+)="[^"]*)\?lang=/,
    );
    expect(page).toContain('href="/developers?lang=en"');
  });
});

describe("a path that is unknown", () => {
  it.each([
    ["/develpers", "/developers"],
    ["/statsu", "/status"],
    ["/api/ofices", "/api/offices"],
    // T7: by the last segment.
    ["/changelog", "/api/changelog"],
    ["/v1/Metrics", "/api/metrics"],
  ])("%s is answered with %s", async (path, near) => {
    expect(await read(server, path)).toContain(`<a href="${near}"><code>${near}</code></a>`);
  });

  it("is shown as text, and searched for", async () => {
    const page = await read(server, "/%22%3E%3Cscript%3E-rate-limit");
    expect(page).not.toContain("<script>");
    expect(page).toMatch(/<form action="\/search"[^]*value="[^"<>]*rate limit"/);
    const long = await read(server, `/${"a".repeat(4000)}`);
    expect(long).not.toContain('class="notice"');
  });
});
