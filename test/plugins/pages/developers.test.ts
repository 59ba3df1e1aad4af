import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { definePlugin, definePolicy, type JsonSchema } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { Icons, translate } from "waymark/services";
import { HEADERS, headerMeanings } from "../../../plugins/pages/shared/meanings.ts";
import { fromHash, toHash } from "../../../plugins/pages/shared/operations/address.ts";
import {
  toCurl,
  toFetch,
  toGo,
  toHttpie,
  toPython,
} from "../../../plugins/pages/shared/operations/commands.ts";
import { readEvents, type StreamEvent } from "../../../plugins/pages/developers/shared/events.ts";
import { matches } from "../../../plugins/pages/developers/shared/filter.ts";
import { partsOf } from "../../../plugins/pages/shared/inline-code.ts";
import type { ApiDescription } from "../../../plugins/pages/shared/playground/description.ts";
import type { ApiCall } from "../../../plugins/pages/shared/operations/model.ts";
import { resourceLists } from "../../../plugins/pages/shared/operations/first-reads.ts";
import { limitsOf } from "../../../plugins/pages/shared/operations/limits.ts";
import {
  findOperation,
  fromTarget,
  toTarget,
} from "../../../plugins/pages/shared/operations/target.ts";
import { collectionOf, valuesIn } from "../../../plugins/pages/shared/operations/values.ts";
import { plannedNames } from "../../../registry/seal/compile/header-plans.ts";
import { sealed } from "../../registry/seal/_sealed.ts";

/** Bytes of the page and all that it loads by itself, compressed. */
const WEIGHT = 60_000;
const HOSTILE = `'"\`$(touch x)\${1}\\</script><img src=x onerror=alert(1)>\u2028é🧭`;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const describeApi = async (language = "en"): Promise<ApiDescription> => {
  const answer = await server.fetch("/developers/operations.json", {
    headers: { "Accept-Language": language },
  });
  return answer.json() as Promise<ApiDescription>;
};
const page = async (language = "en", of: TestServer = server): Promise<string> => {
  const answer = await of.fetch("/developers", {
    headers: { Accept: "text/html", "Accept-Language": language },
  });
  return answer.text();
};

describe("the page", () => {
  it.each([
    ["en", "It serves brains, offices with their milestones (hitos)", "No key needed"],
    ["es", "Ofrece brains, oficinas con sus hitos", "No hace falta clave"],
  ])("shows at once what the service holds and how it is, in %s", async (language, ...texts) => {
    const text = await page(language);
    const { baseUrl } = server.registry;
    for (const part of [...texts, `<code>${baseUrl}</code>`, 'class="pill good" href="/status"'])
      expect(text).toContain(part);
  });

  it("shows one call with the answer that it has", async () => {
    const text = await page();
    const [, target = ""] = /aria-label="Response: GET (\S+)"/.exec(text) ?? [];
    const [, body = ""] = /aria-label="Response: GET [^"]+"><code>(.*?)<\/code>/s.exec(text) ?? [];
    const answer = await server.fetch(target);
    const shown: unknown = JSON.parse(unescaped(body.replace(/<[^>]+>/g, "")));
    expect(await answer.json()).toMatchObject(Object(shown));
  });

  it("leads to the documents of the API", async () => {
    const [, further = ""] = (await page()).split('id="further"');
    for (const path of ["/api/openapi", "/developers/openapi.yaml", "/developers/schema.graphql"]) {
      expect(further).toContain(`href="${path}"`);
      expect((await server.fetch(path)).status).toBe(200);
    }
  });

  it("leaves out what is off", async () => {
    const without = await createTestServer({
      config: {
        plugins: {
          graphql: false,
          openapi: false,
          offices: false,
          integrations: false,
          brains: false,
        },
      },
    });
    try {
      const text = await page("en", without);
      expect(text.match(/\/api\/(graphql|openapi|offices|brains)|data-graphql/g)).toBeNull();
      expect(text).toContain("/api/locales?limit=4");
    } finally {
      await without.close();
    }
  });

  it("has an icon before the name of each resource, which screen readers do not read", async () => {
    const own = server.registry.of(Icons);
    const lists = resourceLists(server.registry);
    expect(lists.length).toBeGreaterThan(3);
    const text = await page();
    for (const { plugin, declaration } of lists)
      expect(text).toContain(
        `aria-hidden="true"><path d="${own.get(plugin)}"/></svg>${declaration.list?.as}</a>`,
      );
  });

  it("draws the resources with their relations and what guards them", async () => {
    const drawn = (text: string) => ({
      names: [...text.matchAll(/<text [^>]*>([^<]+)</g)].map(([, name]) => name),
      edges: text.match(/class="edge"/g)?.length ?? 0,
      rings: [...new Set(text.match(/(?<=circle class="ring )\w+/g))],
    });
    expect(drawn(await page())).toEqual({
      names: ["brains", "graphql", "locales", "offices", "offices/{officeId}", "integrations"],
      edges: 5,
      rings: ["cached"],
    });
    const guarded = await createTestServer({
      config: {
        plugins: { access: { require: { brains: "authenticated" } }, brains: { writable: true } },
      },
    });
    onTestFinished(() => guarded.close());
    expect(drawn(await page("en", guarded)).rings).toEqual(["guarded", "writable", "cached"]);
  });

  it("is light", async () => {
    const paths = [
      "/developers",
      "/developers/operations.json",
      "/developers/playground.js",
      "/developers/developers.css",
      "/assets/site.css",
      "/favicon.svg",
    ];
    const sizes = await Promise.all(
      paths.map(async (path) => {
        const answer = await server.fetch(path, { headers: { Accept: "text/html, */*" } });
        expect({ path, status: answer.status }).toEqual({ path, status: 200 });
        return gzipSync(await answer.bytes()).byteLength;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(WEIGHT);
  });
});

describe("operations.json", () => {
  it("has every route of the API and nothing else", async () => {
    const { operations } = await describeApi();
    expect(operations.map(({ ref }) => ref).toSorted()).toEqual(
      server.registry.routes
        .filter(({ site }) => !site)
        .map(({ ref }) => ref)
        .toSorted(),
    );
  });

  it("gives samples that fit, and knows how a list is asked", async () => {
    const { operations } = await describeApi();
    const withBody = operations.filter(({ bodies }) => bodies.length > 0);
    expect(withBody.length).toBeGreaterThan(0);
    for (const { ref, bodies } of withBody) {
      const schema = server.registry.route(ref)?.declaration.body;
      const result = await schema?.["~standard"].validate(JSON.parse(bodies[0]?.sample ?? ""));
      expect({ ref, issues: result?.issues }).toEqual({ ref, issues: undefined });
    }
    const list = operations.find(({ ref }) => ref === "offices.listOffices");
    expect(list?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["fields", "filter", "sort", "limit", "cursor", "Prefer"]),
    );
    expect(list?.parameters.find(({ name }) => name === "limit")).toMatchObject({
      kind: "number",
      note: expect.stringMatching(/`integer, 1–200, default 50`$/),
      range: "The service accepts 1 to 200.",
    });
    expect(list?.parameters.at(-1)?.filters).toContainEqual({
      name: "name",
      choices: [],
      operators: expect.arrayContaining([
        { name: "eq", text: "eq: equals" },
        { name: "contains", text: "contains" },
      ]),
    });
    const item = operations.find(({ ref }) => ref === "offices.getOffice");
    expect(item?.collection).toBe("/api/offices");
  });
});

describe("headers", () => {
  it.each(["en", "es"])("of every route on every outcome are explained in %s", async (language) => {
    const { headers } = await describeApi(language);
    const { routes, builtin } = server.registry;
    const planned = [...routes, builtin.unknown, builtin.malformed].flatMap(({ plans }) =>
      Object.values(plans).flatMap(plannedNames),
    );
    const ofKernel = ["Content-Type", "Content-Length", "Date", "Allow", "Location", "Retry-After"];
    const names = new Set([...planned, ...ofKernel].map((name) => name.toLowerCase()));
    expect(names.size).toBeGreaterThan(30);
    for (const name of names) {
      expect({ name, text: headers[name]?.text }).toEqual({
        name,
        text: translate(HEADERS[name]?.text ?? "", server.registry, language),
      });
    }
  });

  it("of other policies are explained by the policies themselves", async () => {
    const policy = definePolicy({
      id: "moon",
      writes: { "X-Moon": "Phase of the moon.", ETag: "Ignored." },
      compile: () => undefined,
    });
    const moon = definePlugin({ id: "moon", summary: "Reports the moon.", policies: [policy] });
    const { registry } = sealed([moon]);
    if (registry === undefined) throw new Error("nothing was sealed");
    const meanings = headerMeanings(registry, "es");
    expect(meanings["x-moon"]).toEqual({ text: "Phase of the moon." });
    expect(meanings["etag"]?.spec?.name).toBe("RFC 9110, 8.8.3");
  });
});

describe("commands", () => {
  const call: ApiCall = {
    method: "POST",
    target: "/api/x?filter[name]=it%27s",
    headers: [["X-Note", HOSTILE]],
    body: HOSTILE,
  };
  const url = `https://api.example${call.target}`;

  it("for a shell keep every character of the text", () => {
    const said = execFileSync("sh", [
      "-c",
      `curl() { printf '%s\\0' "$@"; }\n${toCurl(call, "https://api.example")}`,
    ]);
    expect(said.toString().split("\0").slice(0, -1)).toEqual([
      url,
      "--globoff",
      "--header",
      `X-Note: ${HOSTILE}`,
      "--header",
      "Content-Type: application/json",
      "--data-raw",
      HOSTILE,
    ]);
  });

  it("for JavaScript keep it, too", async () => {
    const asked: unknown[] = [];
    await run(toFetch(call, "https://api.example"), (...args) => {
      asked.push(...args);
      return Promise.resolve(new Response());
    });
    expect(asked).toEqual([
      url,
      {
        method: "POST",
        headers: { "X-Note": HOSTILE, "Content-Type": "application/json" },
        body: HOSTILE,
      },
    ]);
  });

  it("for HTTPie keep it, and never begin a value with = or @", () => {
    const said = execFileSync("sh", [
      "-c",
      `http() { printf '%s\\0' "$@"; }\n${toHttpie({ ...call, headers: [["X-Note", "=@x"]] }, "https://api.example")}`,
    ]);
    expect(said.toString().split("\0").slice(0, -1)).toEqual([
      "POST",
      url,
      "X-Note: =@x",
      "Content-Type: application/json",
      "--raw",
      HOSTILE,
    ]);
  });

  it.each([toPython, toGo])("for Python and Go are literals that JSON knows", (write) => {
    const text = write(call, "https://api.example");
    for (const value of [url, HOSTILE]) expect(text).toContain(JSON.stringify(value));
  });
});

describe("targets", () => {
  const one = operation("GET", "/api/offices/{officeId}");
  const all = [one, operation("GET", "/api/offices/none"), operation("POST", "/api/bulk")];

  it("come out as they went in", () => {
    const pairs = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string()));
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: "grapheme" }).filter((id) => !/^\.{1,2}$/.test(id)),
        pairs,
        (officeId, query) => {
          const values = { path: { officeId }, query };
          expect(fromTarget(one, toTarget(one, values))).toEqual(values);
        },
      ),
    );
  });

  it.each([
    ["GET", "/api/offices/lisboa?limit=1", one],
    ["HEAD", "/api/offices/lisboa", one],
    ["GET", "/api/offices/none", all[1]],
    ["GET", "/api/offices/{officeId}", one],
    ["POST", "/api/bulk", all[2]],
    ["DELETE", "/api/bulk", undefined],
    ["GET", "/api/offices/", undefined],
    ["GET", "/elsewhere", undefined],
  ])("%s %s finds its operation", (method, target, expected) => {
    expect(findOperation(all, method, target)).toBe(expected);
  });

  it("lead to the collection that lists their values", () => {
    expect(collectionOf(one)).toBe("/api/offices");
    expect(collectionOf({ path: "/api" })).toBeUndefined();
    expect(valuesIn({ offices: [{ name: "Lisboa", id: "lisboa" }] }, "officeId")).toEqual([
      "lisboa",
    ]);
    expect(valuesIn({ _meta: 1, types: ["Office"] }, "type")).toEqual(["Office"]);
    expect(valuesIn(null, "type")).toEqual([]);
  });
});

describe("addresses", () => {
  it("hold a call", () => {
    const call: ApiCall = {
      method: "PUT",
      target: "/api/x?a=1&b=%2B#",
      headers: [["Prefer", "return=minimal"]],
      body: HOSTILE,
    };
    expect(fromHash(toHash({ kind: "call", call }))).toEqual({ kind: "call", call });
    const graphql = { query: `{ a(b: "${HOSTILE}") }`, variables: "{}" };
    const place = { kind: "graphql", graphql, headers: [["Prefer", "safe"]] } as const;
    expect(fromHash(toHash(place))).toEqual(place);
  });

  it("leave out what is too long for them", () => {
    const call: ApiCall = { method: "POST", target: "/", headers: [], body: "x".repeat(30_000) };
    expect(toHash({ kind: "call", call })).toBe("#call=POST%20%2F");
  });

  it("hold no secrets", () => {
    const headers = [["Authorization", "Bearer x"]] as const;
    expect(toHash({ kind: "call", call: { method: "GET", target: "/", headers } })).not.toMatch(
      /bearer/i,
    );
  });

  it.each([
    "",
    "#operations",
    "#call=GET",
    "#call=GET%20//evil.example/",
    "#call=GET%20/%5Cevil.example/",
    "#call=GET%20/%09/evil.example/",
    "#call=GET%20https://evil.example/",
    "#call=get%20/api",
  ])("%s is none of ours", (hash) => {
    expect(fromHash(hash)).toBeUndefined();
  });
});

describe("fields", () => {
  it("say their limits", () => {
    const schema: JsonSchema = { type: "integer", minimum: 1, maximum: 9, default: 2 };
    expect(limitsOf(schema, "por defecto")).toBe("integer, 1–9, por defecto 2");
  });
});

it("events are read however their bytes come in pieces", async () => {
  const text =
    "retry: 3000\n\n: hello\n\nevent: tick\r\nid: 1\r\ndata: é1\r\ndata:2\r\n\r\ndata: last\n\ndata: cut";
  const expected: StreamEvent[] = [
    { type: "tick", id: "1", data: "é1\n2" },
    { type: "message", id: "", data: "last" },
  ];
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    const seen: StreamEvent[] = [];
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    await readEvents(stream, (event) => seen.push(event));
    expect(seen).toEqual(expected);
  }
});

it.each([
  ["GET /api/oficinas Léeme", "leeme api", true],
  ["GET /api/offices", "offices post", false],
  ["anything", "", true],
])("a search of %j for %j", (text, query, expected) => {
  expect(matches(text, query)).toBe(expected);
});

it("code in sentences is what stands between backticks", () => {
  expect(partsOf("Use `a` or ` b")).toEqual([
    { text: "Use ", code: false },
    { text: "a", code: true },
    { text: " or ` b", code: false },
  ]);
});

it("the page needs no other plugin but its frame", async () => {
  const others = server.registry.installed
    .map(({ plugin }) => plugin.id)
    .filter((id) => id !== "developers" && id !== "site");
  const alone = await createTestServer({
    config: { plugins: Object.fromEntries(others.map((id) => [id, false])) },
  });
  try {
    expect(await page("en", alone)).toMatch(/<h2 id="playground">/);
  } finally {
    await alone.close();
  }
});

function operation(method: string, path: string) {
  return {
    ref: `${method} ${path}`,
    method,
    path,
    summary: "",
    accepts: [],
    parameters: [],
    errors: [],
  };
}

/** Runs a snippet for consoles, and returns what it logs. */
async function run(source: string, ask: typeof fetch = fetch): Promise<unknown[][]> {
  const logged: unknown[][] = [];
  const console = { log: (...values: unknown[]) => logged.push(values) };
  const AsyncFunction = Object.getPrototypeOf(run).constructor as FunctionConstructor;
  await new AsyncFunction("fetch", "console", source)(ask, console);
  return logged;
}

function unescaped(html: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
  };
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
