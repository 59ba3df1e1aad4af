/** Request bodies that handlers read while they arrive: bytes and forms, within the limits of their routes. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";
import { connectTo } from "../../kernel/http/listen/_connection.ts";
import { expectToConform } from "../../_conforms.ts";
import { startServer } from "../../_setup.ts";

const MAX = 300_000;
const Stored = z.object({
  bytes: z.number(),
  type: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});

/** The uploads as handlers saw them, and how handlers behave. */
const seen = { begun: 0, ended: 0, failed: "", most: 0 };
const behave = { slow: 0, swallow: false, early: false };

async function measure(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.byteLength;
    seen.most = Math.max(seen.most, chunk.byteLength);
    if (behave.slow > 0) await sleep(behave.slow);
    if (behave.early) break;
  }
  return length;
}

const write = { method: "POST", returns: Stored, transaction: false, idempotency: "none" } as const;

const photos = definePlugin({
  id: "photos",
  summary: "Photos that are uploaded.",
  errors: { "photo-refused": { status: 409, message: "The photo is refused." } },
  routes: {
    putPhoto: {
      ...write,
      path: "/api/photos",
      summary: "Store a photo.",
      upload: { mediaTypes: ["image/png", "image/jpeg"], maxBytes: MAX },
      errors: ["photo-refused"],
    },
    postForm: {
      ...write,
      path: "/api/forms",
      summary: "Store a photo with its caption.",
      upload: {
        maxBytes: MAX,
        parts: {
          caption: z.string().max(10).optional(),
          photo: { mediaTypes: "image/png", maxBytes: 100_000 },
          thumb: { mediaTypes: "image/png", optional: true },
        },
      },
    },
  },
  handlers: () => ({
    async putPhoto({ upload, headers: _, fail }) {
      seen.begun += 1;
      if (upload.length === 13) fail("photo-refused");
      try {
        const bytes = await measure(upload);
        seen.ended += 1;
        return { bytes, type: upload.mediaType };
      } catch (error) {
        seen.failed = String(error);
        if (behave.swallow) return { bytes: 0 };
        throw error;
      }
    },
    async postForm({ upload }) {
      const stored: { bytes: number; caption?: string; filename?: string } = { bytes: 0 };
      for await (const part of upload) {
        if (part.name === "caption") {
          if (part.value !== undefined) stored.caption = part.value;
        } else if (part.name === "photo") {
          stored.bytes = await measure(part.bytes);
          if (part.filename !== undefined) stored.filename = part.filename;
        }
      }
      return stored;
    },
  }),
});

async function started(): Promise<TestServer> {
  Object.assign(seen, { begun: 0, ended: 0, failed: "", most: 0 });
  Object.assign(behave, { slow: 0, swallow: false, early: false });
  return startServer({
    plugins: [...preset, photos as Plugin],
    config: { plugins: { photos: {} } },
  });
}

const send = (
  server: TestServer,
  body: NonNullable<RequestInit["body"]>,
  type = "image/png",
  path = "/api/photos",
) => server.request(path, { method: "POST", headers: { "content-type": type }, body });

const code = async (answer: Response) => JSON.parse(await answer.text()).error?.code;

describe("bytes", () => {
  it.each([0, 1, 65_537, MAX])("of %d arrive whole, and piece by piece", async (size) => {
    const server = await started();
    const answer = await send(server, Buffer.alloc(size, 7));
    expect(JSON.parse(await answer.text())).toMatchObject({ bytes: size, type: "image/png" });
    expect(seen.most).toBeLessThanOrEqual(65_536 * 2);
  });

  it("above the limit are 413, announced or not, also where the handler catches the error", async () => {
    const server = await started();
    const announced = await send(server, Buffer.alloc(MAX + 1));
    expect([announced.status, seen.begun]).toEqual([413, 0]);
    for (const swallow of [false, true]) {
      behave.swallow = swallow;
      const { origin } = server;
      const connection = connectTo(origin);
      connection.send(
        "POST /api/photos HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n",
      );
      const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
      for (let sent = 0; sent <= MAX; sent += 65_536) connection.send(chunk);
      expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 413 [^]*Connection: close/i);
      expect(seen.failed).toContain("at most");
    }
    expect(seen.ended).toBe(0);
    expect((await server.request("/api/ping")).status).toBe(200);
  });

  it("of another type, or encoded, are 415 with the types that are taken", async () => {
    const server = await started();
    const answer = await send(server, "x", "image/gif");
    expect([answer.status, answer.headers.get("accept-post")]).toEqual([
      415,
      "image/png, image/jpeg",
    ]);
    const encoded = await server.request("/api/photos", {
      method: "POST",
      headers: { "content-type": "image/png", "content-encoding": "gzip" },
      body: "x",
    });
    expect([encoded.status, seen.begun]).toEqual([415, 0]);
  });

  it("that the handler leaves unread do not keep the next request from being answered", async () => {
    const server = await started();
    const refused = await send(server, Buffer.alloc(13));
    expect([refused.status, await code(refused)]).toEqual([409, "photo-refused"]);
    behave.early = true;
    const early = await send(server, Buffer.alloc(MAX));
    expect(early.status).toBe(200);
    behave.early = false;
    expect((await send(server, Buffer.alloc(5))).status).toBe(200);
  });

  it("are asked for only once the handler reads (Expect: 100-continue)", async () => {
    const server = await started();
    const head =
      "POST /api/photos HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nExpect: 100-continue\r\n";
    const refused = connectTo(server.origin);
    refused.send(`${head}Content-Length: 13\r\n\r\n`);
    expect(await refused.until(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 409/);
    const taken = connectTo(server.origin);
    taken.send(`${head}Content-Length: 5\r\n\r\n`);
    await taken.until(/^HTTP\/1.1 100 Continue\r\n\r\n/);
    taken.send("12345");
    expect(await taken.until(/HTTP\/1.1 200[^]*\r\n\r\n[^]*\}/)).toContain('"bytes":5');
  });

  it("wait for a slow handler, so that memory stays bounded", async () => {
    const server = await started();
    behave.slow = 20;
    const answer = await send(server, Buffer.alloc(MAX));
    expect(JSON.parse(await answer.text())).toMatchObject({ bytes: MAX });
  });

  it("end with an error in the handler when the client leaves", async () => {
    const server = await started();
    const connection = connectTo(server.origin);
    connection.send(
      "POST /api/photos HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\nabc",
    );
    await vi.waitFor(() => expect(seen.begun).toBe(1));
    connection.socket.destroy();
    await vi.waitFor(() => expect(seen.failed).toContain("left"));
    expect(seen.ended).toBe(0);
  });
});

const PNG = new Blob([Buffer.alloc(70_000, 1)], { type: "image/png" });

function form(parts: Readonly<Record<string, string | Blob>>): FormData {
  const data = new FormData();
  for (const [name, part] of Object.entries(parts))
    if (typeof part === "string") data.append(name, part);
    else data.append(name, part, "a/café.png");
  return data;
}

const post = (
  server: TestServer,
  body: NonNullable<RequestInit["body"]>,
  headers: Record<string, string> = {},
) => server.request("/api/forms", { method: "POST", body, headers });

describe("a form", () => {
  it("arrives part by part, in any order", async () => {
    const server = await started();
    for (const parts of [
      { caption: "Sea", photo: PNG },
      { photo: PNG, caption: "Sea" },
    ])
      expect(JSON.parse(await (await post(server, form(parts))).text())).toMatchObject({
        bytes: 70_000,
        caption: "Sea",
        filename: "café.png",
      });
  });

  it("may have files that the handler does not read", async () => {
    const server = await started();
    const answer = await post(server, form({ thumb: PNG, photo: PNG }));
    expect(JSON.parse(await answer.text())).toMatchObject({ bytes: 70_000 });
  });

  it.each<[string, Readonly<Record<string, string | Blob>>, number, string]>([
    ["a part that it does not have", { photo: PNG, other: "x" }, 422, "/other"],
    ["a text that does not fit", { caption: "x".repeat(11), photo: PNG }, 422, "/caption"],
    ["no file where one is needed", { caption: "Sea" }, 422, "/photo"],
    ["a file of another type", { photo: new Blob(["x"], { type: "image/gif" }) }, 415, ""],
    [
      "a file above its limit",
      { photo: new Blob([Buffer.alloc(100_001)], { type: "image/png" }) },
      413,
      "",
    ],
    [
      "a form above the limit",
      { thumb: new Blob([Buffer.alloc(MAX)], { type: "image/png" }) },
      413,
      "",
    ],
    [
      "the name of a prototype's member",
      { __proto__x: "x", constructor: "y", photo: PNG },
      422,
      "",
    ],
  ])("with %s is refused", async (_what, parts, status, pointer) => {
    const server = await started();
    const answer = await post(server, form(parts));
    const body = await answer.text();
    expect(answer.status).toBe(status);
    expect(body).toContain(pointer);
  });

  it("with a part twice is 422", async () => {
    const server = await started();
    const data = form({ photo: PNG });
    data.append("photo", PNG, "b.png");
    expect((await post(server, data)).status).toBe(422);
  });

  it.each(["a\0.png", "a\u001b[2J.png", "a\u007f.png", "a\u0085.png"])(
    "S17: with a file named %j is 422",
    async (filename) => {
      const server = await started();
      const head = `--b\r\nContent-Disposition: form-data; name="photo"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\nabc\r\n--b--\r\n`;
      const answer = await post(server, Buffer.from(head), {
        "content-type": "multipart/form-data; boundary=b",
      });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain("control characters");
    },
  );

  it.each([
    ["no boundary", "multipart/form-data", "x"],
    [
      "no end",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="caption"\r\n\r\nSea',
    ],
    [
      "an end within a file",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\nContent-Type: image/png\r\n\r\nabc',
    ],
    ["nothing", "multipart/form-data; boundary=b", ""],
    ["noise", "multipart/form-data; boundary=b", "noise"],
  ])("with %s is 400", async (_what, type, body) => {
    const server = await started();
    const answer = await post(server, Buffer.from(body), { "content-type": type });
    expect([answer.status, await code(answer)]).toEqual([400, "bad-request"]);
    expect((await server.request("/api/ping")).status).toBe(200);
  });
});

describe("everywhere else", () => {
  it("is in OpenAPI, with the types of files", async () => {
    const server = await started();
    const { paths } = JSON.parse(await (await server.request("/api/openapi")).text());
    const binary = { type: "string", format: "binary" };
    expect(paths["/api/photos"].post.requestBody).toEqual({
      required: true,
      content: { "image/png": { schema: binary }, "image/jpeg": { schema: binary } },
    });
    const { schema, encoding } =
      paths["/api/forms"].post.requestBody.content["multipart/form-data"];
    expect(schema).toMatchObject({
      required: ["photo"],
      properties: { caption: { type: "string", maxLength: 10 }, photo: binary },
    });
    expect(encoding).toMatchObject({ photo: { contentType: "image/png" } });
    expect(Object.keys(paths["/api/forms"].post.responses)).toEqual(
      expect.arrayContaining(["400", "413", "415", "422"]),
    );
  });

  it("conforms", async () => {
    await started();
    await expectToConform(photos as Plugin);
  });

  const upload = { mediaTypes: "image/png", maxBytes: 5 };
  const startWith = (keys: object, plugins: object = {}) => {
    const plugin = {
      id: "wrong",
      summary: "Declares what it cannot take.",
      routes: { putIt: { ...write, path: "/api/x", summary: "Put it.", ...keys } },
      handlers: () => ({ putIt: () => ({ bytes: 0 }) }),
    } as unknown as Plugin; // as JavaScript may have it
    return createTestServer({
      plugins: [...preset, plugin],
      config: { plugins: { wrong: {}, ...plugins } },
    });
  };

  it("is refused at the start while the plugin is off", async () => {
    await expect(startWith({ upload }, { uploads: false })).rejects.toThrow(
      /ROUTE_KEY_UNENFORCED[^]*upload describes the request body[^]*plugins: \{ uploads: true \}/,
    );
  });

  it.each<[string, object, RegExp]>([
    ["a transaction", { upload, transaction: undefined }, /no transaction: false/],
    ["a key", { upload, idempotency: "key" }, /body that a key belongs to/],
    [
      "a body as well",
      { upload, body: Stored },
      /body would do nothing, because upload describes the body[^]*remove body, or remove upload/,
    ],
    [
      "a route that reads",
      { method: "GET", cache: "no-store", idempotency: undefined, transaction: undefined, upload },
      /upload would do nothing, because a GET route writes nothing/,
    ],
    [
      "a text that documents cannot show",
      { upload: { maxBytes: 5, parts: { at: z.date() } } },
      /upload\.parts\.at: Date cannot be represented/,
    ],
    ["no limit", { upload: { mediaTypes: "image/png" } }, /upload\.maxBytes: expected a number/],
    [
      "no type",
      { upload: { mediaTypes: [], maxBytes: 5 } },
      /mediaTypes: expected at least 1 item/,
    ],
    [
      "neither",
      { upload: { maxBytes: 5 } },
      /exactly one of mediaTypes and parts[^]*parts: \{ … \}/,
    ],
    [
      "no parts",
      { upload: { maxBytes: 5, parts: {} } },
      /upload\.parts: expected one entry or more/,
    ],
    [
      "a file without types",
      { upload: { maxBytes: 5, parts: { a: {} } } },
      /upload\.parts\.a\.mediaTypes: expected one of several forms; received nothing[^]*"image\/png"/,
    ],
  ])("refuses to start with %s", async (_what, keys, message) => {
    await expect(startWith(keys)).rejects.toThrow(message);
  });
});
