/** Answers of raw bytes: whole or streamed, with the names under which browsers save them. */
import { setTimeout as sleep } from "node:timers/promises";
import { Readable } from "node:stream";
import { parse } from "content-disposition";
import { describe, expect, it, vi } from "vitest";
import { definePlugin, type Download, type Plugin } from "waymark";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { recordingLog, startServer } from "../../../_setup.ts";
import { expectToConform } from "../../../_conforms.ts";

const PDF = Buffer.from("%PDF-1.7\n\u0000\u00ff binary");
const PNG = Buffer.concat([Buffer.from("\u0089PNG"), Buffer.alloc(5000)]);
const get = {
  method: "GET",
  summary: "Read it.",
  cache: { scope: "public", maxAge: "60s" },
} as const;

type Streamed = Download<AsyncIterable<Uint8Array>, "video/mp4">;

/** Plays the next stream that a test has made. */
const stage: { next: () => Streamed | AsyncIterable<Uint8Array> } = {
  next: () => Readable.from([PDF]),
};

const files = definePlugin({
  id: "documents",
  summary: "Bytes of all kinds.",
  routes: {
    showInvoice: {
      ...get,
      path: "/api/invoice",
      bytes: "application/pdf",
      query: z.object({
        name: z.string().default("invoice.pdf"),
        kind: z.enum(["inline"]).optional(),
      }),
      publish: { rootLink: "invoice" },
    },
    showPicture: {
      ...get,
      path: "/api/picture",
      bytes: ["image/png", "image/jpeg"],
      publish: { rootLink: "picture" },
    },
    showTable: {
      ...get,
      path: "/api/table.csv",
      bytes: "text/csv",
      publish: { rootLink: "table" },
    },
    showFilm: {
      ...get,
      path: "/api/film",
      bytes: { mediaTypes: "video/mp4", streamed: true },
      publish: { rootLink: "film" },
    },
    drawPicture: {
      method: "POST",
      path: "/api/picture",
      summary: "Draw a picture.",
      body: z.object({ title: z.string() }),
      bytes: "image/png",
      idempotency: "none",
    },
  },
  handlers: () => ({
    showInvoice: ({ query: { name, kind } }) => ({
      bytes: PDF,
      filename: name,
      ...(kind === undefined ? {} : { disposition: kind }),
    }),
    showPicture: ({ mediaType }) =>
      mediaType === "image/png" ? PNG : { bytes: PNG, mediaType: "image/png" as const },
    showTable: () => Buffer.from("a;b\n".repeat(2000)),
    showFilm: () => stage.next(),
    drawPicture: () => ({ bytes: PNG, filename: "drawn.png" }),
  }),
});

async function started() {
  const { log, lines } = recordingLog();
  const server = await startServer({
    plugins: [...preset, files as Plugin],
    config: { plugins: { documents: {} } },
    log,
  });
  return { server, lines };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("whole bytes", () => {
  it("are sent as they are, with length, ETag and 304, and without links", async () => {
    const { server } = await started();
    const answer = await server.request("/api/invoice");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-length")).toBe(String(PDF.byteLength));
    expect(await bytesOf(answer)).toEqual(PDF);
    const etag = answer.headers.get("etag") ?? "";
    const same = await server.request("/api/invoice", { headers: { "if-none-match": etag } });
    expect(same.status).toBe(304);
    const head = await server.request("/api/invoice", { method: "HEAD" });
    expect([head.headers.get("content-length"), await head.text()]).toEqual([
      String(PDF.byteLength),
      "",
    ]);
  });

  it("are coded where that makes them smaller, and never twice", async () => {
    const { server } = await started();
    const codingOf = async (path: string) =>
      (await server.request(path, { headers: { "accept-encoding": "gzip" } })).headers.get(
        "content-encoding",
      );
    expect([await codingOf("/api/picture"), await codingOf("/api/table.csv")]).toEqual([
      null,
      "gzip",
    ]);
  });

  it("are of the type that the handler names", async () => {
    const { server } = await started();
    const answer = await server.request("/api/picture", { headers: { accept: "image/jpeg" } });
    expect(answer.headers.get("content-type")).toBe("image/png");
    const refused = await server.request("/api/picture", { headers: { accept: "*/*;q=0" } });
    expect(refused.status).toBe(406);
  });

  it("answer a write as well", async () => {
    const { server } = await started();
    const answer = await server.request("/api/picture", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"title":"Sea"}',
    });
    expect([answer.status, await bytesOf(answer)]).toEqual([200, PNG]);
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename=drawn.png");
  });
});

describe("the name of a download", () => {
  it.each([
    ["plain.pdf", "attachment; filename=plain.pdf"],
    ['quo"te\\.pdf', 'attachment; filename="quo\\"te\\\\.pdf"'],
  ])("%s is quoted", async (name, expected) => {
    const { server } = await started();
    const answer = await server.request(`/api/invoice?name=${encodeURIComponent(name)}`);
    expect(answer.headers.get("content-disposition")).toBe(expected);
  });

  it.each(["año €.pdf", "請求書.pdf", "a\r\nX-Evil: 1.pdf", "%41.pdf"])(
    "%j arrives as it is, and in one header (RFC 8187)",
    async (name) => {
      const { server } = await started();
      const answer = await server.request(`/api/invoice?name=${encodeURIComponent(name)}`);
      expect(answer.headers.get("x-evil")).toBeNull();
      const { type, parameters } = parse(answer.headers.get("content-disposition") ?? "");
      expect([type, parameters["filename"]]).toEqual(["attachment", name]);
    },
  );

  it("does not keep browsers from showing the bytes where the handler lets them", async () => {
    const { server } = await started();
    const answer = await server.request("/api/invoice?kind=inline");
    expect(answer.headers.get("content-disposition")).toBe("inline; filename=invoice.pdf");
  });
});

it.each([
  ["a picture", "/api/picture", "image/png", 200, true],
  ["a table that is saved under its name", "/api/table.csv", "*/*", 200, true],
  ["a film", "/api/film", "*/*", 200, true],
  ["a PDF, which browsers do not show there", "/api/invoice?kind=inline", "*/*", 200, false],
  ["a refusal", "/api/picture", "*/*;q=0", 406, false],
])("S17: whether %s is in a sandbox", async (_name, path, accept, status, isSandboxed) => {
  const { server } = await started();
  const answer = await server.request(path, { headers: { accept } });
  expect(answer.status).toBe(status);
  const policy = "default-src 'none'; frame-ancestors 'none'";
  expect(answer.headers.get("content-security-policy")).toBe(
    isSandboxed ? `${policy}; sandbox` : policy,
  );
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

describe("streamed bytes", () => {
  it("are sent while they are made, without ETag and coding", async () => {
    const { server } = await started();
    stage.next = () => ({ bytes: Readable.from([PDF, PNG]), filename: "film.mp4" });
    const answer = await server.request("/api/film", { headers: { "accept-encoding": "gzip" } });
    expect(await bytesOf(answer)).toEqual(Buffer.concat([PDF, PNG]));
    for (const name of ["etag", "content-encoding", "content-length"])
      expect(answer.headers.get(name)).toBeNull();
    expect(answer.headers.get("content-type")).toBe("video/mp4");
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename=film.mp4");
  });

  it("have their length where the handler knows it, and are not read for HEAD", async () => {
    const { server } = await started();
    const source = Readable.from([PDF]);
    stage.next = () => ({ bytes: source, length: PDF.byteLength });
    const head = await server.request("/api/film", { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(PDF.byteLength));
    await vi.waitFor(() => expect(source.destroyed).toBe(true));
    stage.next = () => ({ bytes: Readable.from([PDF]), length: PDF.byteLength });
    expect(await bytesOf(await server.request("/api/film"))).toEqual(PDF);
  });

  it.each([
    ["shorter", [PDF], PDF.byteLength + 1],
    ["longer", [PDF, PNG], PDF.byteLength],
    ["of text", ["text"], undefined],
  ])("that are %s than said cut the connection", async (_what, chunks, length) => {
    const { server } = await started();
    const { origin: url } = server;
    stage.next = () => ({
      bytes: Readable.from(chunks) as AsyncIterable<Uint8Array>,
      ...(length === undefined ? {} : { length }),
    });
    await expect(fetch(`${url}/api/film`).then((answer) => answer.arrayBuffer())).rejects.toThrow(
      /terminated|fetch failed|length/i,
    );
    // The server serves on.
    expect((await fetch(`${url}/api/ping`)).status).toBe(200);
  });

  it("stop when the client leaves, and are made no faster than they are read", async () => {
    const { server } = await started();
    const { origin: url } = server;
    let made = 0;
    let closed = false;
    stage.next = async function* () {
      try {
        for (;;) {
          made += 1;
          yield Buffer.alloc(65_536);
        }
      } finally {
        closed = true;
      }
    };
    const controller = new AbortController();
    const answer = await fetch(`${url}/api/film`, { signal: controller.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    await sleep(300);
    const before = made;
    await sleep(100);
    expect(made).toBe(before); // what the sockets hold, and no more
    controller.abort();
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  it.each<[string, (first: Uint8Array, rest: Promise<unknown>) => AsyncIterable<Uint8Array>]>([
    [
      "a generator",
      async function* (first, rest) {
        yield first;
        await rest;
        yield first;
      },
    ],
    [
      "a stream of Node",
      (first) => {
        const source = new Readable({ read() {} });
        source.push(first);
        return source;
      },
    ],
  ])("of %s do not count as failed if the client leaves", async (_what, make) => {
    const { server, lines } = await started();
    const { promise: rest, resolve } = Promise.withResolvers<void>();
    stage.next = () => make(PDF, rest);
    const controller = new AbortController();
    const answer = await fetch(`${server.origin}/api/film`, { signal: controller.signal });
    await answer.body?.getReader().read();
    controller.abort();
    await sleep(100);
    resolve();
    await sleep(100);
    expect(lines.filter(({ message }) => message === "a stream failed")).toEqual([]);
  });
});

describe("everywhere else", () => {
  it("is in OpenAPI as binary content", async () => {
    const { server } = await started();
    const { paths } = JSON.parse(await (await server.request("/api/openapi")).text());
    const { responses } = paths["/api/picture"].get;
    const schema = { type: "string", format: "binary" };
    expect(responses["200"].content).toEqual({ "image/png": { schema }, "image/jpeg": { schema } });
    expect(Object.keys(responses["200"].headers)).toEqual(
      expect.arrayContaining(["Content-Disposition", "ETag"]),
    );
    expect(Object.keys(responses)).toContain("304");
    const film = paths["/api/film"].get.responses;
    expect(Object.keys(film)).not.toContain("304");
    expect(Object.keys(film["200"].headers)).not.toContain("ETag");
  });

  it("conforms", async () => {
    stage.next = () => Readable.from([PDF]);
    await expectToConform(files as Plugin);
  });

  it.each<[string, object, RegExp]>([
    ["no type", { bytes: [] }, /bytes: expected at least 1 item; received \[\]/],
    [
      "another thing",
      { bytes: { mediaTypes: "a/b" } },
      /bytes.streamed: expected true; received nothing/,
    ],
    ["upper case", { bytes: "Image/PNG" }, /lower case/],
    ["produces", { bytes: "image/png", produces: ["image/png"] }, /produces would do nothing/],
    [
      "a streamed document",
      { bytes: { mediaTypes: "a/b", streamed: true }, document: true },
      /of a document/,
    ],
    [
      "digests of a stream",
      { bytes: { mediaTypes: "a/b", streamed: true }, digest: "always" },
      /whole body/,
    ],
  ])("refuses to start with %s", async (_what, keys, message) => {
    const plugin = {
      id: "wrong",
      summary: "Declares what it cannot send.",
      routes: { readIt: { ...get, path: "/api/x", ...keys } },
      handlers: () => ({ readIt: () => PDF }),
      documents: { readIt: () => PDF },
    } as unknown as Plugin; // as JavaScript may have it
    const starting = createTestServer({
      plugins: [...preset, plugin],
      config: { plugins: { wrong: {} } },
    });
    await expect(starting).rejects.toThrow(message);
  });
});
