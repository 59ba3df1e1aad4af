/** Page of the large store: SQLite queries through node:sqlite behind node:http. STORE names the database. */
import { hash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { announce } from "./announce.ts";
import { readJob } from "./job.ts";
import { slotsOf } from "./slots.ts";

const database = new DatabaseSync(process.env["STORE"] ?? "");
database.exec("pragma cache_size = -16384; pragma mmap_size = 268435456");
const findOffice = database.prepare("select 1 from offices where id = ?");
const findPage = database.prepare(
  "select id, officeId, type, status, externalId, externalAccount, metadata, lastSyncAt, errorMessage, createdAt, updatedAt" +
    " from integrations where officeId = ? and type in ('slack', 'notion') and status = ? and updatedAt >= ? order by id limit ?",
);

const { page } = readJob();
if (page === undefined) throw new Error("the job has no page of the store");
const { headers, fill } = slotsOf(page);
const at = (name: string) => headers.indexOf(name) + 1;
const [etagAt, linkAt, lengthAt] = [at("etag"), at("link"), at("content-length")];
const links = page.headers["link"] ?? "";
const linksBeforeNext = links.slice(0, links.lastIndexOf(", <"));

/** A row as the API shows it: without what is absent. */
function itemOf(row: Record<string, unknown>): object {
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (value !== null) item[name] = name === "metadata" ? JSON.parse(String(value)) : value;
  }
  return item;
}

const server = createServer((request, response) => {
  const now = performance.now();
  const url = request.url ?? "";
  const { pathname, searchParams } = new URL(url, "http://a");
  const officeId = pathname.split("/")[3] ?? "";
  if (findOffice.get(officeId) === undefined) return response.writeHead(404).end();
  const limit = Number(searchParams.get("limit"));
  const rows = findPage.all(
    officeId,
    searchParams.get("filter[status]"),
    searchParams.get("filter[updatedAt][gte]"),
    limit + 1,
  );
  const integrations = rows.slice(0, limit).map(itemOf);
  const last = rows[limit - 1]?.["id"];
  const more = rows.length > limit && last !== undefined;
  const cursor = more ? Buffer.from(JSON.stringify([1, last])).toString("base64url") : "";
  const next = `${url}&cursor=${cursor}`;
  const body = JSON.stringify({
    integrations,
    _meta: { count: integrations.length },
    _links: {
      self: { href: url },
      office: { href: `/api/offices/${officeId}` },
      profile: { href: "/api/schemas/IntegrationsList" },
      ...(more ? { next: { href: next } } : {}),
    },
  });
  fill(request, now);
  const etag = `"${hash("sha1", body, "base64url")}"`;
  headers[etagAt] = etag;
  headers[linkAt] = more ? `${linksBeforeNext}, <${next}>; rel="next"` : linksBeforeNext;
  headers[lengthAt] = String(Buffer.byteLength(body));
  if (request.headers["if-none-match"] === etag)
    return response.writeHead(304, headers.toSpliced(lengthAt - 1, 2)).end();
  return response.writeHead(200, headers).end(body);
});
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
