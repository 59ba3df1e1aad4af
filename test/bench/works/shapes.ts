/** The requests that works send. */
import type { RequestShape } from "../harness/request.ts";

const page =
  "/api/offices/office-{m}/integrations?filter%5Bstatus%5D=connected&filter%5BupdatedAt%5D%5Bgte%5D=2020-01-01T00%3A00%3A00.{n}Z&limit=20";

/** The headers of a browser that calls an API of another origin. */
const browser = {
  accept: "application/json, text/plain, */*",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB,en;q=0.9,es;q=0.8",
  "cache-control": "max-age=0",
  connection: "keep-alive",
  origin: "https://app.example.com",
  referer: "https://app.example.com/offices",
  "sec-ch-ua": '"Chromium";v="142", "Not_A Brand";v="99"',
  "sec-ch-ua-mobile": "?0",
  "sec-ch-ua-platform": '"Linux"',
  "sec-fetch-dest": "empty",
  "sec-fetch-mode": "cors",
  "sec-fetch-site": "same-site",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
};

const query = "{ offices { id name hitos { title } } }";
const graphql = {
  method: "POST",
  path: "/api/graphql",
  headers: { accept: "application/json", "content-type": "application/json" },
} as const;

export const shapes = {
  list: { path: "/api/offices" },
  sparse: { path: "/api/offices?fields=id,name" },
  openapi: { path: "/api/openapi", headers: { "accept-encoding": "gzip" } },
  health: { path: "/api/health" },
  version: { path: "/api/version" },
  missing: { path: "/api/nothing-here", headers: { accept: "application/problem+json" } },
  browser: { path: "/api/offices", headers: browser },
  graphql: { ...graphql, body: JSON.stringify({ query }) },
  /** Other variables with each request, of which the query knows none. */
  freshGraphql: { ...graphql, body: JSON.stringify({ query, variables: { n: "{count}" } }) },
  /** Another page with each request. */
  page: { path: page },
  /** The captured page with each request. */
  samePage: { path: page.replace("{m}", "0").replace("{n}", "0000000") },
} as const satisfies Record<string, RequestShape>;
