/** Pages for people while callers can authenticate. */
import { pagesOf } from "waymark/services";
import { describe, expect, it } from "vitest";
import { as, startNotes } from "./_setup.ts";

type Server = Awaited<ReturnType<typeof startNotes>>;

async function read(server: Server, path: string, headers: object = {}, accept = "text/html") {
  const answer = await server.request(path, { headers: { ...headers, accept } });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

describe("a page that not everybody may open", () => {
  const start = () =>
    startNotes({}, { require: { support: "authenticated", docs: { scopes: ["notes:read"] } } });

  it("is in no menu, no sitemap and no index", async () => {
    const server = await start();
    const hrefs = pagesOf(server.registry, "en").map(({ href }) => href);
    expect(hrefs).toContain("/faq");
    expect(hrefs).not.toContain("/support");
    for (const path of ["/sitemap.xml", "/llms.txt", "/sitemap", "/faq"]) {
      const accept = path === "/sitemap.xml" ? "application/xml" : "text/html, text/markdown;q=0.9";
      const { status, text } = await read(server, path, {}, accept);
      expect({ path, status }).toEqual({ path, status: 200 });
      const pages = text.replaceAll(/<main.*<\/main>/gs, path === "/faq" ? "" : "$&");
      expect({ path, listed: /["/>](support|docs)["<)]/.test(pages) }).toEqual({
        path,
        listed: false,
      });
    }
  });

  it.each([
    ["en", {}, 401, "This needs a credential"],
    ["es", {}, 401, "Esto necesita una credencial"],
    ["en", as("ben"), 403, "This is not allowed"],
    ["es", as("ben"), 403, "Esto no está permitido"],
  ])("in %s with %j is %i as a page of its own", async (language, headers, status, title) => {
    const server = await start();
    const answer = await read(server, "/docs", { ...headers, "accept-language": language });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(`<html lang="${language}">`);
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(answer.text).not.toMatch(/log ?in|sign in|badge-/i);
    expect(answer.headers.get("cache-control")).toMatch(/no-store|private/);
  });

  it("is private to those who may", async () => {
    const server = await start();
    const { status, headers } = await read(server, "/docs", as("ann"));
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toContain("private");
    expect(headers.get("vary")).toContain("Authorization");
  });
});

describe("texts", () => {
  it.each([
    ["/docs", "en", 'id="authentication"'],
    ["/docs", "es", 'id="autenticacion"'],
    ["/security", "en", "need a credential"],
    ["/security", "es", "necesitan una credencial"],
    ["/privacy", "en", "counted by its owner"],
    ["/privacy", "es", "se cuentan por titular"],
  ])(
    "%s in %s mentions credentials while they count, and only then",
    async (path, language, text) => {
      const headers = { "accept-language": language };
      expect((await read(await startNotes(), path, headers)).text).toContain(text);
      const off = await startNotes({
        config: { plugins: { access: false, badges: false, notes: false } },
      });
      expect((await read(off, path, headers)).text).not.toMatch(/credential|credencial/i);
    },
  );
});

it("the status page polls where events need a credential", async () => {
  const require = { "events.streamEvents": "authenticated" };
  const guarded = await read(await startNotes({}, { require }), "/status");
  expect(guarded.text).toContain('data-events=""');
  const open = await read(await startNotes(), "/status");
  expect(open.text).toContain('data-events="/api/events"');
});

describe("the reference", () => {
  it.each([
    ["en", "Open to everybody", "Needs a credential.", "with the scope</a> <code>notes:read"],
    [
      "es",
      "Abierta a todo el mundo",
      "Necesita una credencial.",
      "con el permiso (scope)</a> <code>notes:read",
    ],
  ])("says in %s what each operation needs", async (language, none, known, scoped) => {
    const server = await startNotes();
    const at = async (path: string) =>
      (await read(server, `/developers/${path}`, { "accept-language": language })).text;
    const open = await at("operations/notes.listOpen");
    expect(open).toContain(none);
    expect(open).not.toContain("WAYMARK_TOKEN");
    expect(await at("operations/notes.listKnown")).toContain(known);
    const header = "--header &quot;Authorization: Bearer $WAYMARK_TOKEN&quot;";
    for (const text of [scoped, header])
      expect(await at("operations/notes.listScoped")).toContain(text);
    for (const text of ["A badge.", header, "/developers/operations/notes.listScoped"])
      expect(await at("authentication")).toContain(text);
  });

  it("has no page on credentials where callers cannot authenticate", async () => {
    const off = await startNotes({
      config: { plugins: { access: false, badges: false, notes: false } },
    });
    expect((await read(off, "/developers/authentication")).status).toBe(404);
    const { text } = await read(off, "/developers/reference");
    expect(text).not.toContain("/developers/authentication");
  });

  it("shows no answer of a guarded operation", async () => {
    const { text } = await read(
      await startNotes(),
      "/developers/operations/notes.listScoped",
      as("ada"),
    );
    expect(text).not.toContain("just now");
  });
});

describe("/developers", () => {
  it("begins with a call that everybody can make", async () => {
    const server = await startNotes(
      {},
      { require: { brains: "authenticated", root: "authenticated" } },
    );
    const { text } = await read(server, "/developers");
    expect(text).toContain("Response: GET /api/offices?limit=4");
  });

  it("describes credentials to the playground, and leaves their headers out of the fields", async () => {
    const { text } = await read(await startNotes(), "/developers/operations.json", {}, "*/*");
    const api = JSON.parse(text);
    expect(api.credentials).toEqual({
      methods: [
        {
          label: "Bearer token",
          header: "Authorization",
          prefix: "Bearer ",
          description: "A badge.",
        },
      ],
      usage: "/api/usage",
    });
    const off = await startNotes({
      config: { plugins: { access: false, badges: false, notes: false } },
    });
    const without = await read(off, "/developers/operations.json", {}, "*/*");
    expect(without.text).not.toMatch(/"scopes"|"credentials"/);
  });
});

describe("an answer of the API in a browser", () => {
  it("is refused to strangers as its JSON is", async () => {
    const server = await startNotes();
    for (const [headers, status] of [
      [{}, 401],
      [as("ben"), 403],
    ] as const) {
      const { text, ...page } = await read(server, "/api/scoped", headers);
      expect(page.status).toBe(status);
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(text).not.toMatch(/reader|json-/);
    }
  });

  it("shows each caller what is theirs, and no cache keeps it for others", async () => {
    const server = await startNotes();
    const texts = await Promise.all(
      ["ann", "kim"].map(async (name) => {
        const page = await read(server, "/api/scoped", as(name));
        const json = await read(server, "/api/scoped", as(name), "*/*");
        expect(page.headers.get("cache-control")).toBe("private, max-age=60");
        expect(page.headers.get("vary")).toBe(`${json.headers.get("vary")}, Accept-Language`);
        expect(page.headers.get("vary")).toContain("Authorization");
        return page.text;
      }),
    );
    expect(texts[0]).toContain('"Ann"');
    expect(texts[0]).not.toContain('"Kim"');
    expect(texts[1]).toContain('"Kim"');
    expect(texts.join("")).not.toContain("badge-");
  });

  it("says that the command needs a credential", async () => {
    const { text } = await read(await startNotes(), "/api/scoped", as("ann"));
    expect(text).toContain("Add the header with your credential");
  });
});
