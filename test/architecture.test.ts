import { existsSync, globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { KernelKeys, keysOf, toNode } from "waymark/tools";
import presetPlugins from "../plugins/preset.ts";

const root = join(import.meta.dirname, "..");

/** The folders of the source. Imports point one way: a folder may import itself and the folders before it. */
const layers = ["schemas", "registry", "kernel", "plugins"];

/** The rooms of `registry/` and `kernel/`, in order: a room may import itself and the rooms before it. */
const rooms = [
  "registry/schema/",
  "registry/contract/",
  "registry/seal/",
  "registry/derive/",
  "kernel/host/define/",
  "kernel/services.ts",
  "kernel/host/support/",
  "kernel/host/config/",
  "kernel/host/boot/",
  "kernel/host/start/",
  "kernel/http/request/",
  "kernel/http/respond/",
  "kernel/http/listen/",
  "kernel/http/server/",
  "kernel/server.ts",
  "kernel/cli/",
  // Doors that only pass on names.
  "kernel/index.ts",
  "kernel/advanced.ts",
  "kernel/tools.ts",
];

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  name: string;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/** The only files that may import each of these packages. */
const reserved: Record<string, readonly string[]> = {
  h3: ["kernel/http/listen/h3-app.ts"],
  rolldown: ["plugins/pages/shared/bundle-script.ts", "plugins/pages/shared/script-cache.ts"],
};

const preset = "plugins/preset.ts";
/** The door of all services, and the folder behind it, in which one file passes on the kernel's. */
const services = { door: "plugins/services.ts", folder: "plugins/services/" };

/** Ids of plugins that are words of HTTP, of schemas or of English too. */
const words = new Set(
  `access aliases cache capabilities changelog check client clock diff documentation encoding errors events files health idempotency ids links listen lists metrics new openapi
    ping prefer privacy ready reference root schemas search security site status store support time usage version views`.split(
    /\s+/,
  ),
);

/** Source text by path from the root, with `/` on every system. */
type Sources = Readonly<Record<string, string>>;

function readSources(): Sources {
  const paths = layers.flatMap((layer) => globSync(`${layer}/**/*.ts`, { cwd: root }));
  return Object.fromEntries(
    paths
      .toSorted()
      .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(root, path), "utf8")]),
  );
}

/** Every specifier that the file names as a literal, be it for types, values, or on demand. */
function importsOf(path: string, text: string): string[] {
  const found: string[] = [];
  const literal = (node: unknown): void => {
    if (isNode(node) && typeof node["value"] === "string") found.push(node["value"]);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    // Imports, exports from, `import()` and `import()` types all keep their specifier here.
    literal(node["source"]);
    if (node["type"] === "TSExternalModuleReference") literal(node["expression"]);
    if (node["type"] === "TSModuleDeclaration") literal(node["id"]);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: "ts" }, path));
  return found;
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The text of every string and template in a file, but for what it imports. */
function stringsOf(path: string, text: string): string[] {
  const imported = new Set(importsOf(path, text));
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    const value = node["type"] === "Literal" ? node["value"] : undefined;
    if (typeof value === "string" && !imported.has(value)) found.push(value);
    if (node["type"] === "TemplateElement" && isNode(node["value"]))
      found.push(String(node["value"]["raw"]));
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: "ts" }, path));
  return found;
}

/** Every name in a file, and every string that it holds as a whole. */
function namesOf(path: string, text: string): ReadonlySet<string> {
  const names = new Set(stringsOf(path, text));
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (node["type"] === "Identifier") names.add(String(node["name"]));
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: "ts" }, path));
  return names;
}

/** `h3` of `h3/node`, `@scope/name` of `@scope/name/deep`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The path from the root that a specifier means, when it means a file of this package. */
function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier);
  if (packageOf(specifier) !== manifest.name) return undefined;
  return manifest.exports[`.${specifier.slice(manifest.name.length)}`]?.replace("./", "");
}

/**
 * The files of each plugin of the preset: a folder for `index.ts`, else the one file. A file
 * that belongs to none is a helper for the plugins of its folder; in a folder `shared`, for those beside it.
 */
function unitsOf(sources: Sources): string[] {
  return importsOf(preset, sources[preset] ?? "")
    .map((specifier) => fileOf(preset, specifier))
    .filter((entry) => entry !== undefined)
    .map((entry) => (posix.basename(entry) === "index.ts" ? `${posix.dirname(entry)}/` : entry));
}

/** The wrong arrows, one message each. */
function wrongArrows(sources: Sources): string[] {
  const units = unitsOf(sources);
  const unitOf = (path: string) => units.find((unit) => path.startsWith(unit));
  return Object.entries(sources).flatMap(([from, text]) =>
    importsOf(from, text).flatMap((specifier) => {
      const reason = objection(from, specifier, unitOf);
      return reason === undefined ? [] : [`${from} imports ${specifier}: ${reason}`];
    }),
  );
}

/** Groups of files that import each other in a circle, types included; each sorted by path. */
function circles(sources: Sources): string[][] {
  const targets = new Map(
    Object.entries(sources).map(([from, text]) => [
      from,
      importsOf(from, text)
        .map((specifier) => fileOf(from, specifier))
        .flatMap((to) => (to === undefined || !Object.hasOwn(sources, to) ? [] : [to])),
    ]),
  );
  // Tarjan's strongly connected components.
  const order = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    stack.push(file);
    let low = order.get(file) ?? 0;
    for (const to of targets.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? low);
    }
    if (low === order.get(file)) groups.push(stack.splice(stack.indexOf(file)));
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return groups.filter(({ length }) => length > 1).map((group) => group.toSorted());
}

function objection(
  from: string,
  specifier: string,
  unitOf: (path: string) => string | undefined,
): string | undefined {
  const layer = layerOf(from);
  const to = fileOf(from, specifier);
  if (to === undefined) return packageObjection(from, specifier);
  if (isForBrowsers(from) && layerOf(to) !== layer) return NOT_FOR_BROWSERS;

  if (!layers.includes(layerOf(to))) return `${to} is outside of ${layers.join(", ")}`;
  if (layers.indexOf(layerOf(to)) > layers.indexOf(layer)) {
    return `${layer} may not know ${layerOf(to)}`;
  }
  if (layerOf(to) === layer && roomOf(to) > roomOf(from)) {
    return `${rooms[roomOf(from)]} may not know ${rooms[roomOf(to)]}`;
  }
  if (layer !== "plugins" || !specifier.startsWith(".") || layerOf(to) === "schemas") return;
  if (from === `${services.folder}kernel.ts` && to === "kernel/services.ts") return;
  if (layerOf(to) !== "plugins") return `a plugin knows ${layerOf(to)} as "${manifest.name}"`;
  if (from === services.door && to.startsWith(services.folder)) return;
  if (from === preset || (unitOf(to) !== undefined && unitOf(to) === unitOf(from))) return;
  if (unitOf(to) !== undefined) return "one plugin may not know another";
  const folder = posix.dirname(to).replace(/\/shared(?:\/[^/]+)?$/, "");
  if (!from.startsWith(`${folder}/`)) return "a helper serves the plugins of its folder";
  return undefined;
}

function packageObjection(from: string, specifier: string): string | undefined {
  const name = packageOf(specifier);
  if (isForBrowsers(from)) {
    // Imports become part of the script, so no package is needed at run time.
    const bundled = { ...manifest.dependencies, ...manifest.devDependencies };
    return Object.hasOwn(bundled, name) ? undefined : NOT_FOR_BROWSERS;
  }
  if (isBuiltin(specifier)) return undefined;
  if (name === manifest.name) return "package.json does not export it";
  const allowed = reserved[name];
  if (allowed !== undefined && !allowed.includes(from)) return `only for ${allowed.join(", ")}`;
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const declared = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  if (allowed === undefined && !Object.hasOwn(declared, name)) return "not among dependencies";
  return undefined;
}

const NOT_FOR_BROWSERS = "no package that a script can be made of";

function isForBrowsers(path: string): boolean {
  return path.includes("/browser/");
}

/** The place of the file's room in the order of rooms; -1 for a file outside of `registry/` and `kernel/`. */
function roomOf(path: string): number {
  return rooms.findIndex((room) => path.startsWith(room));
}

function layerOf(path: string): string {
  return path.split("/", 1)[0] ?? path;
}

describe("imports point one way", () => {
  const sources = readSources();

  test.each(layers)("%s has files to check", (layer) => {
    expect(Object.keys(sources).some((path) => path.startsWith(`${layer}/`))).toBe(true);
  });

  test("every file of registry and kernel lies in a room", () => {
    const paths = Object.keys(sources).filter((path) => /^(registry|kernel)\//.test(path));
    expect(paths.filter((path) => roomOf(path) === -1)).toEqual([]);
  });

  test.each([
    ["CONTRIBUTING.md", ["."]],
    ["kernel/README.md", ["kernel", "."]],
    ["registry/README.md", ["registry", "registry/derive", "."]],
  ])("%s names files that are there", (document, folders) => {
    const text = readFileSync(join(root, document), "utf8");
    const named = [...text.matchAll(/`((?:\.\.\/)*[\w-]+\/[\w./-]+\.(?:ts|json))`/g)].map(
      ([, path]) => path ?? "",
    );
    const missing = named.filter(
      (path) => !folders.some((one) => existsSync(join(root, one, path))),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  test("CONTRIBUTING has a line for every folder of plugins, and every room one in its README", () => {
    const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
    const folders = globSync("plugins/*/", { cwd: root }).map((path) => posix.basename(path));
    const missing = folders.filter((folder) => !contributing.includes(`\`${folder}/\``));
    const unnamed = rooms.filter((room) => {
      const [layer = "", ...parts] = room.split("/");
      const plan = readFileSync(join(root, layer, "README.md"), "utf8");
      return room.endsWith("/") && !plan.includes(`| \`${parts.join("/")}\` |`);
    });
    expect([...missing, ...unnamed]).toEqual([]);
  });

  test("every room has files", () => {
    const paths = Object.keys(sources);
    expect(rooms.filter((room) => !paths.some((path) => path.startsWith(room)))).toEqual([]);
  });

  test("no file imports itself through others, not even for types", () => {
    expect(circles(sources)).toEqual([]);
  });

  test("a feature has no trace outside of its plugin", () => {
    const outside = Object.entries(sources).filter(([path]) => /^(registry|kernel)\//.test(path));
    expect(outside.filter(([, text]) => /graphql/i.test(text)).map(([path]) => path)).toEqual([]);
    const names = presetPlugins
      .flatMap(({ id, env = {} }) => [id, ...Object.values(env).map(String)])
      .filter((name) => !words.has(name));
    const named = new RegExp(`(?<![\\w./-])(?:${names.join("|")})(?![\\w-])`);
    const traces = outside.flatMap(([path, text]) =>
      stringsOf(path, text).flatMap((one) => (named.test(one) ? [`${path}: ${one}`] : [])),
    );
    expect(traces).toEqual([]);
  });

  test("the kernel has no key that is an option of a plugin of the edge, and no name for one", () => {
    const edge = presetPlugins.find(({ id }) => id === "listen");
    const options = keysOf(edge?.options && toNode(edge.options));
    expect(options.length).toBeGreaterThan(0);
    expect(options.filter((option) => Object.hasOwn(KernelKeys.shape, option))).toEqual([]);
    const compounds = options.filter((option) => /[A-Z]/.test(option));
    const pattern = new RegExp(`\\b(?:${compounds.join("|")}|hasTls)\\b`);
    const own = Object.entries(sources).filter(([path]) => /^(registry|kernel)\//.test(path));
    expect(own.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
  });

  test.each(["alerts", "guarantees", "icon", "pageEntries", "translations"])(
    "the key %s of plugins is a word of its point alone",
    (word) => {
      const own = Object.entries(sources).filter(([path]) => /^(registry|kernel)\//.test(path));
      const pattern = new RegExp(`\\b${word}\\b`);
      expect(own.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
    },
  );

  const names = Object.entries(sources).flatMap(([path, text]) =>
    /^(registry|kernel)\//.test(path) ? [[path, namesOf(path, text)] as const] : [],
  );
  // Words of English, too, so that comments and sentences may have them.
  test.each<[word: string, elsewhere?: string]>([
    ["health", "registry/contract/route/route.ts"], // a kind of probe, as routes declare it
    ["metrics"],
  ])("the key %s of plugins is a name of its point alone", (word, elsewhere) => {
    const named = names.flatMap(([path, all]) => (all.has(word) ? [path] : []));
    expect(named.filter((path) => path !== elsewhere)).toEqual([]);
  });

  test("schemas, registry, kernel, plugins", () => {
    expect(wrongArrows(sources)).toEqual([]);
  });
});

/** Modules whose files the build knows by itself: the runtime of clients, and scripts for browsers. */
const OWN_FILES = new Set([
  "plugins/client/runtime-text.ts",
  "plugins/pages/search/browser/dialog.ts",
]);

test("files beside a module are named by literals, by which the package finds them", () => {
  const LITERAL =
    /new URL\(\s*(?:"[^"]+"|…),\s*import\.meta\.url,?\s*\)|createRequire\(import\.meta\.url\)/g;
  const others = Object.entries(readSources()).flatMap(([path, text]) =>
    !OWN_FILES.has(path) && text.replaceAll(LITERAL, "").includes("import.meta.url") ? [path] : [],
  );
  expect(others).toEqual([]);
});

describe("the check itself", () => {
  const plugins: Sources = {
    [preset]: `import a from "./a/index.ts"; import b from "./theme/b.ts"; export default [a, b];`,
  };

  test.each([
    [
      "schemas/brain.ts",
      `import { x } from "../registry/contract/route/route.ts";`,
      "schemas may not know registry",
    ],
    [
      "registry/x.ts",
      `import type { X } from "../kernel/host/define/plugin.ts";`,
      "registry may not know kernel",
    ],
    [
      "registry/seal/x.ts",
      `import type { X } from "../derive/y.ts";`,
      "registry/seal/ may not know registry/derive/",
    ],
    [
      "kernel/http/respond/x.ts",
      `import { x } from "../listen/write.ts";`,
      "kernel/http/respond/ may not know kernel/http/listen/",
    ],
    ["registry/x.ts", `export type X = import("waymark").Plugin;`, "registry may not know kernel"],
    ["registry/x.ts", `import type { H3 } from "h3";`, "only for kernel/http/listen/h3-app.ts"],
    ["kernel/x.ts", `export * from "h3/tracing";`, "only for kernel/http/listen/h3-app.ts"],
    ["kernel/cli/x.ts", `await import("../../plugins/preset.ts");`, "kernel may not know plugins"],
    ["kernel/x.ts", `import preset from "waymark/preset";`, "kernel may not know plugins"],
    ["kernel/x.ts", `import { x } from "waymark/nothing";`, "package.json does not export it"],
    ["kernel/x.ts", `import { x } from "../test/_setup.ts";`, "test/_setup.ts is outside of"],
    ["kernel/x.ts", `import { test } from "vitest";`, "not among dependencies"],
    ["plugins/a/index.ts", `import { x } from "../../kernel/x.ts";`, 'knows kernel as "waymark"'],
    [
      "plugins/a/index.ts",
      `import type { X } from "../../registry/x.ts";`,
      'knows registry as "waymark"',
    ],
    [
      "plugins/a/index.ts",
      `declare module "../../registry/x.ts" {}`,
      'knows registry as "waymark"',
    ],
    ["plugins/a/browser/x.ts", `import "node:fs";`, "no package that a script can be made of"],
    ["plugins/a/browser/x.ts", `import "waymark";`, "no package that a script can be made of"],
    ["plugins/a/index.ts", `import b from "../theme/b.ts";`, "one plugin may not know another"],
    [
      "plugins/theme/b.ts",
      `import { x } from "../a/render.ts";`,
      "one plugin may not know another",
    ],
    [
      "plugins/a/index.ts",
      `import { x } from "../theme/shared.ts";`,
      "serves the plugins of its folder",
    ],
    ["plugins/a/index.ts", `import { H3 } from "h3";`, "only for kernel/http/listen/h3-app.ts"],
  ])("finds, in %s, %s", (path, text, message) => {
    expect(wrongArrows({ ...plugins, [path]: text })).toEqual([expect.stringContaining(message)]);
  });

  test("finds circles of values, types and loads on demand, and no others", () => {
    expect(
      circles({
        "registry/a.ts": `import { b } from "./b.ts"; import "zod";`,
        "registry/b.ts": `import type { C } from "./c.ts";`,
        "registry/c.ts": `export const load = () => import("./a.ts");`,
        "registry/d.ts": `import type { A } from "./a.ts"; export * from "./d.ts";`,
        "kernel/index.ts": `export type { Plugin } from "./x.ts";`,
        "kernel/x.ts": `export type Plugin = import("waymark").Plugin;`,
      }),
    ).toEqual([
      ["registry/a.ts", "registry/b.ts", "registry/c.ts"],
      ["kernel/index.ts", "kernel/x.ts"],
    ]);
  });

  test("accepts the right arrows, and what only looks like one", () => {
    expect(
      wrongArrows({
        ...plugins,
        "registry/x.ts": `import { z } from "zod"; import type { Brain } from "../schemas/brain.ts";`,
        "kernel/http/listen/h3-app.ts": `import { H3 } from "h3";`,
        "kernel/cli/x.ts": `
          // import { H3 } from "h3";
          export const template = \`import b from "../plugins/b.ts";\`;
          export const load = (name: string) => import(name);`,
        "plugins/a/index.ts": `
          import { readFile } from "node:fs/promises";
          import { definePlugin } from "waymark";
          import { Store } from "waymark/services";
          import { Brain } from "../../schemas/brain.ts";
          import { render } from "./render/html.ts";
          declare module "waymark" { interface RoutePolicies { a?: string } }`,
        "plugins/services/kernel.ts": `export { Clock } from "../../kernel/services.ts";`,
        "plugins/a/render/html.ts": `import { x } from "../options.ts";`,
        "plugins/theme/b.ts": `import { x } from "./shared.ts";`,
        "plugins/a/browser/x.ts": `import { keymap } from "@codemirror/view";`,
      }),
    ).toEqual([]);
  });
});
