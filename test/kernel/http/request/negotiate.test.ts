import { describe, expect, it } from "vitest";
import { mediaTypeSelector } from "../../../../kernel/http/request/negotiate.ts";

const PROMETHEUS_0 = "text/plain; version=0.0.4";
const PROMETHEUS_1 = "text/plain; version=1.0.0";
const OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const TYPES = ["application/json", "text/html"];
const CHROME =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8";
const METRICS = ["application/json", PROMETHEUS_0, PROMETHEUS_1, OPENMETRICS];

describe("media types with parameters", () => {
  const select = mediaTypeSelector(METRICS);

  it.each<[string | undefined, string | undefined]>([
    [undefined, "application/json"],
    ["", "application/json"],
    ["*/*", "application/json"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"],
    ["text/plain", PROMETHEUS_0],
    ["text/plain, */*", PROMETHEUS_0],
    ["text/*", PROMETHEUS_0],
    ["text/plain;version=0.0.4", PROMETHEUS_0],
    ["text/plain;version=1.0.0", PROMETHEUS_1],
    ['TEXT/PLAIN; Version="1.0.0"', PROMETHEUS_1],
    ["text/plain;version=1.0.0;charset=utf-8", PROMETHEUS_1],
    ["text/plain;version=9", "application/json"],
    ["text/plain;version=9, text/plain;version=0.0.4;q=0.1", PROMETHEUS_0],
    ["application/openmetrics-text", OPENMETRICS],
    ["application/openmetrics-text;version=1.0.0", OPENMETRICS],
    ['application/openmetrics-text;charset=UTF-8;version="1.0.0"', OPENMETRICS],
    ["application/openmetrics-text;version=0.0.1,text/plain;q=0.5", PROMETHEUS_0],
    ["application/json;q=0.1, text/plain;q=0.2", PROMETHEUS_0],
    ["application/json;q=0", undefined],
    ["application/json;q=0, */*;q=0.5", PROMETHEUS_0],
    // Prometheus 2
    [
      "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
      OPENMETRICS,
    ],
    ["text/plain;version=0.0.4;q=1,*/*;q=0.1", PROMETHEUS_0],
    // Prometheus 3
    [
      "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
      OPENMETRICS,
    ],
    [
      "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.7,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
      PROMETHEUS_1,
    ],
    // As documented once: an item that is not a range does not count.
    ["text/plain;version=0.0.4;q=0.5,/;q=0.1", PROMETHEUS_0],
    ["/;q=0.1", "application/json"],
  ])("%s is answered with %s", (accept, expected) => {
    expect(METRICS[select(accept)]).toBe(expected);
  });

  it("decides the same again, and ignores an overlong value (E3)", () => {
    const last = "text/plain;version=1.0.0";
    const long = `${"x/y;q=0.9,".repeat(100)}${last}`;
    const overlong = `${"x/y;q=0.9,".repeat(2000)}${last}`;
    expect([long, long, last, overlong].map(select)).toEqual([2, 2, 2, 0]);
  });
});

describe("media types without parameters", () => {
  const select = mediaTypeSelector(["application/json", "application/yaml"]);

  it.each<[string, number]>([
    ["application/yaml;charset=utf-8", 1],
    ["application/json;version=2", 0],
    ['application/yaml;note="a, b;q=0"', 1],
    ["application/json;profile=x;q=0, application/yaml;q=0", -1],
  ])("%s", (accept, expected) => {
    expect(select(accept)).toBe(expected);
  });
});

/** The Accept header that clients send by default. */
const CLIENTS: readonly (readonly [client: string, accept: string | undefined, type: string])[] = [
  ["Chrome", CHROME, "text/html"],
  ["Firefox", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"],
  ["Safari", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"],
  ["Internet Explorer", "text/html, application/xhtml+xml, image/jxr, */*", "text/html"],
  ["Lynx", "text/html, text/plain, application/xhtml+xml, */*;q=0.01", "text/html"],
  ["w3m", "text/html, text/*;q=0.5, image/*", "text/html"],
  ["a person with curl", "text/html", "text/html"],
  ["curl", "*/*", "application/json"],
  ["Wget", "*/*", "application/json"],
  ["HTTPie", "application/json, */*;q=0.5", "application/json"],
  ["fetch of a browser, Node or Deno", "*/*", "application/json"],
  ["axios", "application/json, text/plain, */*", "application/json"],
  ["jQuery for HTML", "text/html, */*; q=0.01", "application/json"],
  ["jQuery for JSON", "application/json, text/javascript, */*; q=0.01", "application/json"],
  [
    "Java's HttpURLConnection",
    "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
    "application/json",
  ],
  [
    "Spring's RestTemplate",
    "text/plain, application/json, application/*+json, */*",
    "application/json",
  ],
  ["Go, Rust and Java's HttpClient", undefined, "application/json"],
  ["Python requests", "*/*", "application/json"],
  ["Ruby", "*/*;q=0.5, application/xml", "application/json"],
  ["Perl's WebFetch", "text/html, application/json", "application/json"],
  ["a crawler", "text/html;q=0.9, application/json;q=0.9", "application/json"],
];

describe("T0a: a page in place of JSON is for browsers", () => {
  const select = mediaTypeSelector(TYPES);

  it.each(CLIENTS)("%s", (_client, accept, expected) => {
    expect(TYPES[select(accept)]).toBe(expected);
  });

  it("keeps pages that have no JSON for everybody", () => {
    const ofPage = mediaTypeSelector(["text/html", "text/markdown"]);
    expect(CLIENTS.map(([, accept]) => ofPage(accept))).toEqual(CLIENTS.map(() => 0));
  });

  it("prefers the next form of an error", () => {
    const forms = ["application/json", "application/problem+json", "text/html"];
    expect(mediaTypeSelector(forms)("text/html, application/problem+json")).toBe(1);
  });
});
