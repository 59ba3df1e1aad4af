/** Views: which clients receive a page in place of JSON, and what stays as it is for all others. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, html, type Plugin } from "waymark";
import { isViewable } from "waymark/advanced";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { createTestServer, type TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { startServer } from "../../../_setup.ts";
import preset from "../../../../plugins/preset.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const cache = { scope: "public", maxAge: "60s" } as const;
const Note = z.object({ text: z.string() });
let made = 0;

const notes = definePlugin({
  id: "notes",
  summary: "Keeps notes.",
  routes: {
    showNote: { method: "GET", path: "/note", summary: "Read a note.", returns: Note, cache },
    showFixed: {
      method: "GET",
      path: "/fixed",
      summary: "Read a fixed note.",
      returns: Note,
      document: true,
      cache,
    },
    showState: {
      method: "GET",
      path: "/state",
      summary: "Read the state.",
      returns: Note,
      statuses: [503],
      cache: "no-store",
    },
    showText: {
      method: "GET",
      path: "/text",
      summary: "Read a text.",
      text: { mediaType: "text/plain" },
      cache,
    },
    leadOn: {
      method: "GET",
      path: "/old",
      summary: "Leads to the note.",
      redirect: { to: "showNote", status: 308 },
      cache,
    },
    follow: {
      method: "GET",
      path: "/stream",
      summary: "Follow notes.",
      stream: { events: { note: Note } },
      cache: "no-store",
    },
    addNote: {
      method: "POST",
      path: "/note",
      summary: "Add a note.",
      body: Note,
      returns: Note,
      idempotency: "natural",
    },
  },
  documents: { showFixed: () => ({ text: "always" }) },
  handlers: () => ({
    showNote: ({ mediaType }) => ({ text: `${mediaType} ${++made}` }),
    showState: (call) => {
      call.status(503);
      return { text: "down" };
    },
    showText: () => "plain",
    follow: async function* () {
      yield { event: "note" as const, data: { text: "now" } };
    },
    addNote: ({ body }) => body,
  }),
});

const LANGUAGES = ["en", "es"] as const;

function viewer(id = "viewer", all = false): Plugin {
  return definePlugin({
    id,
    summary: "Shows answers as pages.",
    policies: [
      definePolicy({
        id,
        compile: (route) =>
          all || isViewable(route)
            ? {
                view: {
                  languages: LANGUAGES,
                  render: ({ status, body, headers, perRequest }, { path }, language) =>
                    html`<p data-language="${language}">${path} ${status}</p>
<pre>${body && Buffer.from(body.bytes).toString()}</pre><p>${headers.join(" ")}</p><p>${perRequest.join(" ")}</p>`,
                },
              }
            : undefined,
      }),
    ],
  });
}

const policies = preset.filter(({ id }) =>
  [
    "cache",
    "site",
    "security-headers",
    "encoding",
    "rate-limit",
    "server-timing",
    "clock",
  ].includes(id),
);

async function serverOf(options: TestServerOptions) {
  const server = await startServer(options);
  return {
    ...server,
    ask: (path: string, accept?: string, headers: Readonly<Record<string, string>> = {}) =>
      server.fetch(path, { headers: { ...(accept === undefined ? {} : { accept }), ...headers } }),
  };
}

const shown = { plugins: [...policies, notes, viewer()] };

describe("a view", () => {
  it.each([
    [BROWSER, true],
    ["text/html", true],
    ["application/json;q=0.8, text/html", true],
    ["*/*", false],
    [undefined, false],
    ["application/json", false],
    ["application/problem+json", false],
    ["application/json, text/html;q=0.9", false],
    ["application/json, text/html", false],
    ["text/html;q=0, */*", false],
    ["image/png", false],
  ])("is for clients that prefer HTML: %s", async (accept, isPage) => {
    const { ask } = await serverOf(shown);
    const answer = await ask("/fixed", accept);
    const type = isPage ? "text/html; charset=utf-8" : "application/json";
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    const text = await answer.text();
    if (isPage) expect(text).toContain("{&quot;text&quot;:&quot;always&quot;}");
    else expect(JSON.parse(text)).toEqual({ text: "always" });
  });

  it("shows the answer that programs receive, made by one call of the handler", async () => {
    const { ask } = await serverOf(shown);
    made = 0;
    const page = await (await ask("/note", BROWSER)).text();
    expect(page).toContain("application/json 1");
    expect(page).toContain("Cache-Control public, max-age=60");
    expect(made).toBe(1);
  });

  it("changes no byte for programs", async () => {
    const without = await serverOf({ plugins: [...policies, notes] });
    const withView = await serverOf(shown);
    const volatile = new Set(["date", "server-timing"]);
    for (const accept of [undefined, "*/*", "application/json"]) {
      const [one, other] = await Promise.all(
        [without, withView].map(async ({ ask }) => {
          const answer = await ask("/fixed", accept);
          const headers = [...answer.headers].filter(([name]) => !volatile.has(name));
          return { status: answer.status, headers, body: await answer.text() };
        }),
      );
      expect(other).toEqual(one);
    }
    // The description of the service names the pages, and no operation does.
    const { servers: _, info: _info, ...document } = openapiDocument(withView.registry);
    expect(openapiDocument(without.registry)).toMatchObject(document);
  });

  it("has an entity tag of its own, and is not sent again while nothing changes", async () => {
    const { ask } = await serverOf(shown);
    const json = (await ask("/fixed")).headers.get("etag") ?? "";
    const page = await ask("/fixed", BROWSER);
    const tag = page.headers.get("etag") ?? "";
    expect(tag).not.toBe(json);
    const again = await ask("/fixed", BROWSER, { "if-none-match": tag });
    expect(again.status).toBe(304);
    for (const name of ["vary", "etag", "cache-control", "content-security-policy"])
      expect([name, again.headers.get(name)]).toEqual([name, page.headers.get(name)]);
    expect((await ask("/fixed", BROWSER, { "if-none-match": json })).status).toBe(200);
    expect((await ask("/fixed", "*/*", { "if-none-match": tag })).status).toBe(200);
  });

  it("speaks the client's language, and only its pages vary by that", async () => {
    const { ask } = await serverOf(shown);
    const spanish = { "accept-language": "es-MX, en;q=0.5" };
    const page = await ask("/fixed", BROWSER, spanish);
    expect(await page.text()).toContain('data-language="es"');
    expect(page.headers.get("content-language")).toBe("es");
    expect(page.headers.get("vary")).toBe("Accept, Accept-Encoding, Accept-Language");
    const json = await ask("/fixed", "*/*", spanish);
    expect(json.headers.get("vary")).toBe("Accept, Accept-Encoding");
    expect(json.headers.get("content-language")).toBeNull();
  });

  it("has the security policy of pages, and the JSON keeps its own", async () => {
    const { ask } = await serverOf(shown);
    const policyOf = async (accept: string) =>
      (await ask("/fixed", accept)).headers.get("content-security-policy");
    expect(await policyOf(BROWSER)).toContain("style-src 'self'");
    expect(await policyOf("*/*")).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it("answers HEAD with the headers of GET", async () => {
    const { ask, fetch } = await serverOf(shown);
    const page = await ask("/fixed", BROWSER);
    const head = await fetch("/fixed", { method: "HEAD", headers: { accept: BROWSER } });
    expect(await head.text()).toBe("");
    for (const name of ["content-type", "content-length", "etag", "vary"])
      expect([name, head.headers.get(name)]).toEqual([name, page.headers.get(name)]);
  });

  it("keeps the status that the handler chose", async () => {
    const { ask } = await serverOf(shown);
    const answer = await ask("/state", BROWSER);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("/state 503");
  });

  it("does not begin a stream", async () => {
    const { ask } = await serverOf(shown);
    const page = await ask("/stream", BROWSER);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("/stream 200");
    const stream = await ask("/stream", "text/event-stream");
    expect(await stream.text()).toContain("event: note");
  });

  it.each([
    ["/text", 200, "text/plain; charset=utf-8"],
    ["/old", 308, null],
    ["/nothing", 404, "text/html; charset=utf-8"],
  ])("leaves texts, redirects and errors as they are: %s", async (path, status, type) => {
    const { fetch } = await serverOf(shown);
    const answer = await fetch(path, { headers: { accept: BROWSER }, redirect: "manual" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, type]);
  });

  it("leaves writes as they are", async () => {
    const { fetch } = await serverOf(shown);
    const answer = await fetch("/note", {
      method: "POST",
      headers: { accept: BROWSER, "content-type": "application/json" },
      body: '{"text":"new"}',
    });
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  it("is bare without a site", async () => {
    const { ask } = await serverOf({ plugins: [notes, viewer()] });
    const page = await (await ask("/note", BROWSER)).text();
    expect(page).toContain("<title>Read a note.</title>");
  });
});

describe("at the start", () => {
  it.each([
    ["POLICY_CONFLICT", [viewer(), viewer("another")]],
    ["POLICY_INVALID", [viewer("careless", true)]],
  ])("refuses a view that no client could see: %s", async (code, viewers) => {
    await expect(createTestServer({ plugins: [notes, ...viewers] })).rejects.toThrow(code);
  });

  it("refuses headers that cannot be made for pages alone", async () => {
    const strict = definePlugin({
      id: "strict",
      summary: "Has a header of two parts, of which pages have one that it cannot join.",
      policies: [
        definePolicy({
          id: "strict",
          writes: { "X-Parts": "Parts of an answer." },
          sharedHeaders: ["X-Parts"],
          compile: () => ({
            contributes: [{ header: "X-Parts", outcomes: ["ok"], value: "of-pages", of: "view" }],
            fields(_outcome, { contributed }) {
              if (contributed("X-Parts").length > 0) throw new Error("no part goes with pages");
              return { "X-Parts": undefined };
            },
          }),
        }),
      ],
    });
    await serverOf({ plugins: [notes, strict] });
    await expect(createTestServer({ plugins: [notes, strict, viewer()] })).rejects.toThrow(
      "no part goes with pages",
    );
  });
});
