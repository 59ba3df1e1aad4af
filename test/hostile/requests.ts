/** Requests that no honest client sends: any method, path, query, headers and body, as bytes. */
import {
  array,
  constant,
  constantFrom,
  oneof,
  record,
  string,
  tuple,
  type Arbitrary,
} from "fast-check";
import type { Registry } from "waymark";

const METHODS = [
  ..."GET GET GET HEAD OPTIONS POST PUT PATCH DELETE TRACE QUERY".split(" "),
  "get",
  "FOO",
  "X".repeat(300),
];

/** Values for any place of a request. Bytes below 0x20 are left out of headers, where they end the request. */
const HOSTILE = [
  ..."0 -1 1e999 NaN null true [] {} .. . // %2e%2e %2F %5C %00 %ff %E2%82 % * \" ' ` < > & = ? # ; , \\ __proto__ constructor toString".split(
    " ",
  ),
  "",
  " ",
  "\u00e9",
  "a".repeat(5000),
  "%f0%9f%92%a9",
  "{{7*7}}",
  "${jndi:ldap://x}",
  "<script>alert(1)</script>",
  "'; drop table offices; --",
  ",".repeat(2000),
  "q=0.5;".repeat(800),
];

const HEADERS =
  "accept accept-charset accept-encoding accept-language access-control-request-headers access-control-request-method authorization cache-control connection content-encoding content-language content-length content-type cookie date expect forwarded host idempotency-key if-match if-modified-since if-none-match if-range if-unmodified-since last-event-id max-forwards origin prefer range referer te traceparent tracestate trailer transfer-encoding upgrade user-agent via want-content-digest want-repr-digest x-forwarded-for x-forwarded-host x-forwarded-proto x-http-method-override x-request-id".split(
    " ",
  );

const VALUES = [
  ...HOSTILE,
  ...'*/* application/json text/html application/problem+json text/event-stream;q=0.1 gzip,br;q=0 identity;q=0 es,en;q=0 bytes=0-0,5-,-1 "a" W/"a" * return=minimal handling=strict 100-continue chunked sha-256=1 127.0.0.1 for=192.0.2.1;proto=https 00-00000000000000000000000000000000-0000000000000000-00 close keep-alive https://evil.example'.split(
    " ",
  ),
  "Sun, 06 Nov 1994 08:49:37 GMT",
  "gzip, gzip, ".repeat(300),
];

const BODIES = [
  "",
  "{",
  "null",
  "[]",
  '{"query":"{ __typename }"}',
  '{"operations":[{"method":"GET","path":"/api"}]}',
  '{"__proto__":{"x":1},"constructor":1}',
  "[".repeat(20_000),
  `{"a":"${"\\u0000".repeat(1000)}"}`,
  "\u0000\u00ff\u00fe",
];

/** The text of one request with `Connection: close`, unless a header of its own says otherwise. */
export function hostileRequests(registry: Registry): Arbitrary<string> {
  const value = oneof(constantFrom(...HOSTILE), string({ maxLength: 30 }));
  const names = registry.routes.flatMap(({ engine, declaration }) => [
    ...(engine?.parameters ?? []).map(({ name }) => name),
    ...(declaration.query === undefined ? [] : ["query"]),
  ]);
  const queryName = oneof(
    constantFrom(
      ...new Set(names),
      "filter[name]",
      "filter[id][in]",
      "filter[][]",
      "filter[__proto__][eq]",
    ),
    value,
  );
  const query = array(tuple(queryName, value), { maxLength: 4 }).map((pairs) =>
    pairs.map(([name, text]) => `${name}=${text}`).join("&"),
  );
  const known = constantFrom(...registry.routes.map(({ path }) => path));
  const path = oneof(
    {
      weight: 4,
      arbitrary: tuple(known, value).map(([text, part]) => text.replaceAll(/\{\w+\}/g, () => part)),
    },
    { weight: 1, arbitrary: tuple(known, value).map(([text, part]) => `${text}/${part}`) },
    { weight: 1, arbitrary: value.map((text) => `/${text}`) },
    {
      weight: 1,
      arbitrary: constantFrom("*", "//", "http://evil.example/api", "/api\\ping", "/api#x", ""),
    },
  );
  const header = oneof(
    {
      weight: 20,
      arbitrary: tuple(
        constantFrom(...HEADERS),
        oneof(constantFrom(...VALUES), string({ maxLength: 40 })),
      ),
    },
    { weight: 1, arbitrary: tuple(string({ minLength: 1, maxLength: 20 }), value) },
  );
  return record({
    method: constantFrom(...METHODS),
    path,
    query: oneof({ weight: 2, arbitrary: constant("") }, { weight: 1, arbitrary: query }),
    headers: array(header, { maxLength: 4 }),
    body: oneof(
      { weight: 3, arbitrary: constant("") },
      { weight: 1, arbitrary: constantFrom(...BODIES) },
    ),
  }).map(({ method, path: target, query: search, headers, body }) => {
    const lines = headers.map(([name, text]) => `${oneLine(name)}: ${oneLine(text)}`);
    const type =
      body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`];
    const first = `${method} ${oneWord(target)}${search === "" ? "" : `?${oneWord(search)}`} HTTP/1.1`;
    return [first, "Host: fuzz.example", "Connection: close", ...type, ...lines, "", body].join(
      "\r\n",
    );
  });
}

const oneLine = (text: string) => text.replaceAll(/[\r\n]/g, "");
const oneWord = (text: string) => text.replaceAll(/[\r\n ]/g, "+");
