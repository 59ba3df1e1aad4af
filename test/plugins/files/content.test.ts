/** Files of resources: sent, read whole and in parts, replaced and removed, by those who may. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import preset from "waymark/preset";
import { createTestServer, fixedClock } from "waymark/testing";
import { connectTo } from "../../kernel/http/listen/_connection.ts";
import { expectToConform } from "../../_conforms.ts";
import { jsonRequest, startServer } from "../../_setup.ts";
import { album, gallery, PHOTO_BYTES } from "./_album.ts";

const PHOTO = Buffer.from("0123456789");

/** A server that keeps files in a folder, and a card of the caller with the id `ann`. */
async function started(settings: object = {}, more: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), "waymark-album-"));
  const clock = fixedClock();
  const server = await createTestServer({
    plugins: [...preset, album, gallery],
    config: {
      plugins: { album: {}, gallery: {}, access: true, files: { folder, ...settings }, ...more },
    },
    clock,
    signIn: true,
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ann = server.as({ id: "ann" });
  const create = async (title: string) => {
    const made = await ann.request("/api/cards", jsonRequest("POST", { title }));
    return made.headers.get("location") ?? "";
  };
  const card = await create("first");
  const send = (
    body: NonNullable<RequestInit["body"]> = PHOTO,
    headers: object = {},
    path = `${card}/photo`,
  ) =>
    ann.request(path, {
      method: "PUT",
      headers: { "content-type": "image/png", ...headers },
      body,
    });
  const get = (headers: Record<string, string> = {}, method = "GET", path = `${card}/photo`) =>
    ann.request(path, { method, headers });
  const kept = () => filesIn(join(folder, "cards", "photo"));
  return { server, ann, card, create, send, get, kept, folder, clock };
}

const filesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);

const codeOf = async (answer: Response) => JSON.parse(await answer.text()).error?.code;

describe("a file of a resource", () => {
  it("is created, read, replaced and removed, and linked by its resource", async () => {
    const { ann, card, send, get, kept } = await started();
    const missing = await get();
    expect([missing.status, await codeOf(missing)]).toEqual([404, "resource-not-found"]);
    const first = await send();
    const link = { href: `${card}/photo`, type: "image/png", size: 10 };
    expect([first.status, first.headers.get("location")]).toEqual([201, `${card}/photo`]);
    expect(JSON.parse(await first.text())).toMatchObject(link);
    const read = await get();
    expect(Buffer.from(await read.arrayBuffer())).toEqual(PHOTO);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": "10",
      "content-disposition": "inline",
      "content-security-policy": expect.stringMatching(/; sandbox$/),
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=0",
    });
    const other = await send("another", { "content-type": "image/jpeg" });
    expect([other.status, kept().length]).toEqual([200, 2]);
    await expect.poll(() => kept().length, { timeout: 5000 }).toBe(1);
    const lists = ["/api/cards", "/api/cards?fields=photo"];
    for (const path of lists) {
      const { cards } = JSON.parse(await (await ann.request(path)).text());
      expect(cards[0].photo).toEqual({ ...link, type: "image/jpeg", size: 7 });
    }
    const whole = JSON.parse(await (await ann.request(card)).text());
    expect(whole.photo).toEqual({ ...link, type: "image/jpeg", size: 7 });
    const back = await ann.request(card, jsonRequest("PUT", { ...whole, title: "second" }));
    expect(JSON.parse(await back.text())).toMatchObject({ title: "second", photo: whole.photo });
    expect((await get({}, "DELETE")).status).toBe(204);
    expect([(await get()).status, (await get({}, "DELETE")).status]).toEqual([404, 404]);
    await expect.poll(() => kept(), { timeout: 5000 }).toEqual([]);
  });

  it("goes with its resource", async () => {
    const { ann, card, send, kept } = await started();
    await send();
    expect((await ann.request(card, { method: "DELETE" })).status).toBe(204);
    await expect.poll(() => kept(), { timeout: 5000 }).toEqual([]);
  });

  it("is read in parts", async () => {
    const { send, get } = await started();
    await send();
    const table: [string, number, string | undefined, string | null][] = [
      ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
      ["bytes=4-", 206, "456789", "bytes 4-9/10"],
      ["bytes=-2", 206, "89", "bytes 8-9/10"],
      ["bytes=-20", 206, "0123456789", "bytes 0-9/10"],
      ["bytes=8-99", 206, "89", "bytes 8-9/10"],
      ["bytes=10-", 416, undefined, "bytes */10"],
      ["bytes=-0", 416, undefined, "bytes */10"],
      ["bytes=3-1", 200, "0123456789", null],
      ["bytes=0-1,4-5", 200, "0123456789", null],
      ["lines=0-1", 200, "0123456789", null],
      ["bytes=-", 200, "0123456789", null],
    ];
    for (const [range, status, body, part] of table) {
      const answer = await get({ range });
      const received = [answer.status, answer.headers.get("content-range")];
      expect([range, ...received]).toEqual([range, status, part]);
      if (body === undefined) expect(await codeOf(answer)).toBe("range-not-satisfiable");
      else expect(await answer.text()).toBe(body);
    }
    const head = await get({ range: "bytes=0-3" }, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  });

  it("answers conditions of reads and of writes", async () => {
    const { send, get } = await started();
    expect((await send(PHOTO, { "if-match": "*" })).status).toBe(412);
    expect((await send(PHOTO, { "if-none-match": "*" })).status).toBe(201);
    const etag = (await get({}, "HEAD")).headers.get("etag") ?? "";
    const table: [Record<string, string>, number][] = [
      [{ "if-none-match": etag }, 304],
      [{ "if-none-match": etag, range: "bytes=99-" }, 304],
      [{ "if-match": '"other"', range: "bytes=0-1" }, 412],
      [{ range: "bytes=0-1", "if-range": etag }, 206],
      [{ range: "bytes=0-1", "if-range": '"other"' }, 200],
    ];
    for (const [headers, status] of table) expect((await get(headers)).status).toBe(status);
    expect((await send("b", { "if-none-match": "*" })).status).toBe(412);
    expect((await send("b", { "if-match": '"other"' })).status).toBe(412);
    const racing = await Promise.all(["c", "d"].map((body) => send(body, { "if-match": etag })));
    expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await get({ "if-match": etag }, "DELETE")).status).toBe(412);
  });

  it("is refused without a trace if it does not fit, or the row or its rule refuses", async () => {
    const { server, card, create, send, kept } = await started();
    const sealed = await create("sealed");
    const others = server.as({ id: "bob" });
    const put = { method: "PUT", headers: { "content-type": "image/png" }, body: PHOTO };
    const table: [Promise<Response>, number, string][] = [
      [send("x", { "content-type": "image/gif" }), 415, "unsupported-media-type"],
      [send(Buffer.alloc(PHOTO_BYTES + 1)), 413, "payload-too-large"],
      [send(PHOTO, {}, `${sealed}/photo`), 409, "card-sealed"],
      [send(PHOTO, {}, "/api/cards/none/photo"), 404, "resource-not-found"],
      [others.request(`${card}/photo`, put), 404, "resource-not-found"],
      [server.request(`${card}/photo`, put), 401, "authentication-required"],
    ];
    for (const [answer, status, code] of table) {
      const { status: received } = await answer;
      expect([received, await codeOf(await answer)]).toEqual([status, code]);
    }
    await expect.poll(() => kept(), { timeout: 5000 }).toEqual([]);
    await send();
    expect((await others.request(`${card}/photo`)).status).toBe(404);
    expect((await server.request(`${card}/photo`)).status).toBe(401);
  });

  it("that does not arrive whole leaves none", async () => {
    const { server, folder } = await started();
    const made = await server.request("/api/pictures", jsonRequest("POST", { title: "first" }));
    const scans = () => filesIn(join(folder, "pictures", "scan"));
    const connection = connectTo(server.origin);
    connection.send(
      `PUT ${made.headers.get("location")}/scan HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: 100\r\n\r\nabc`,
    );
    await expect.poll(scans, { timeout: 5000 }).toHaveLength(1);
    connection.socket.destroy();
    await expect.poll(scans, { timeout: 5000 }).toEqual([]);
  });

  it("that no row refers to is swept an hour later, while the others stay", async () => {
    const { send, kept, folder, clock } = await started();
    await send();
    const old = `${(clock.now() - 1).toString(36)}-left`;
    writeFileSync(join(folder, "cards", "photo", old), "left");
    for (const hour of [1, 2]) {
      clock.advance("1h");
      await expect.poll(() => kept().includes(old)).toBe(hour === 1);
    }
    expect(kept()).toHaveLength(1);
  });

  it("is kept by drivers of unstorage", async () => {
    const { send, get } = await started({ driver: "unstorage/drivers/memory" });
    expect((await send()).status).toBe(201);
    expect(await (await get()).text()).toBe(PHOTO.toString());
    expect(await (await get({ range: "bytes=2-4" })).text()).toBe("234");
    expect((await get({}, "DELETE")).status).toBe(204);
    await expect(started({ driver: "unstorage/drivers/none" })).rejects.toThrow(
      /the driver unstorage\/drivers\/none cannot be loaded[^]*npm install unstorage/,
    );
  });

  it("of a type that browsers could run is saved, not shown", async () => {
    const { card, send, get } = await started();
    for (const type of ["text/html", "image/svg+xml", "application/pdf"]) {
      await send("<script>", { "content-type": type }, `${card}/contract`);
      const { headers } = await get({}, "GET", `${card}/contract`);
      expect([headers.get("content-disposition"), headers.get("content-security-policy")]).toEqual([
        "attachment",
        expect.stringMatching(/; sandbox$/),
      ]);
    }
  });
});

describe("everywhere else", () => {
  it("conforms", () => expectToConform(gallery));

  it("is in OpenAPI as bytes, and in GraphQL as a link", async () => {
    const server = await startServer({
      plugins: [...preset, gallery],
      config: { plugins: { gallery: {} } },
    });
    const { paths } = JSON.parse(await (await server.request("/api/openapi")).text());
    const { get, put } = paths["/api/pictures/{pictureId}/scan"];
    const binary = { schema: { type: "string", format: "binary" } };
    expect(put.requestBody.content).toEqual({ "image/png": binary });
    expect(get.responses["206"].content).toEqual({ "image/png": binary });
    expect(Object.keys(get.responses["206"].headers)).toContain("Content-Range");
    expect(Object.keys(get.responses)).toContain("416");
    const query =
      "{ pictures { scan { href type size } } __schema { mutationType { fields { name } } } }";
    const answer = await server.request("/api/graphql", jsonRequest("POST", { query }));
    const { data } = JSON.parse(await answer.text());
    expect(data.pictures).toEqual([]);
    const names = data.__schema.mutationType.fields.map(({ name }: { name: string }) => name);
    expect(names).toContain("removePictureScan");
    expect(names).not.toContain("replacePictureScan");
  });
});
