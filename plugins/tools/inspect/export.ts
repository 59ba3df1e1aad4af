/** `waymark export`. */
import { writeFile } from "node:fs/promises";
import { didYouMean, messageOf, type SealedRoute, type ToolContext } from "waymark";
import type { Booted } from "waymark/server";
import { bootHere, Exports, REGISTRY, registryDocument, UsageError } from "waymark/tools";
import { textOf as textOfFlag } from "../shared/text-of.ts";

/** Prints a document that is derived from the registry, or writes it to a file. */
export async function run({ args, config, flags, print }: ToolContext): Promise<void> {
  const booted = await bootHere(config);
  const text = (await textOf(booted, args["document"] ?? "", flags["yaml"] === true)).trimEnd();
  const out = textOfFlag(flags["out"]);
  if (out === undefined) return print(text);
  await writeFile(out, `${text}\n`).catch((error: unknown) => {
    throw new UsageError(
      `the document cannot be written: ${messageOf(error)}\n  hint: name a file in a folder that exists`,
    );
  });
}

/** Returns the text of a document: exports of plugins and text routes as they are, all others as JSON or YAML. */
async function textOf({ registry }: Booted, name: string, yaml: boolean): Promise<string> {
  const found = registry.of(Exports).find((entry) => entry.name === name);
  const document = found === undefined ? await findDocument(registry, name) : await found.text();
  if (typeof document !== "string" && !yaml) return JSON.stringify(document, undefined, 2);
  if (typeof document !== "string") {
    const { stringify } = await import("yaml");
    // Parsers refuse a document with as many aliases as equal objects would make.
    return stringify(document, { compat: "yaml-1.1", aliasDuplicateObjects: false, lineWidth: 0 });
  }
  if (yaml)
    throw new UsageError(`${name} is a text of its own, not YAML\n  hint: leave out --yaml`);
  return document;
}

/** Finds a document by a route reference, a route id, the last segment of a path without its ending, or a plugin. */
async function findDocument(registry: Booted["registry"], name: string): Promise<unknown> {
  // For `waymark diff`: no route serves it.
  if (name === REGISTRY) return registryDocument(registry);
  const routes = registry.routes.filter(({ document }) => document);
  const match = findRoute(routes.filter(hasData), name);
  if (match !== undefined) return bodyOf(match, await registry.document(match));
  const forPeople = findRoute(routes, name);
  if (forPeople !== undefined) {
    const kind = forPeople.kind === "page" ? "page" : "file";
    throw new UsageError(
      `${forPeople.ref} is a ${kind} of the site, which only a running server has\n  hint: start the server, and open ${forPeople.path}`,
    );
  }
  const known = new Set([
    REGISTRY,
    ...registry.of(Exports).map((entry) => entry.name),
    ...routes.filter(hasData).map(({ path }) => shortName(path)),
  ]);
  throw new UsageError(
    `there is no document ${JSON.stringify(name)}\n  hint: ${didYouMean(name, [...known])}`,
  );
}

/** Checks for data: pages, and the styles, scripts and other files of the site, take their form when they are served. */
function hasData({ kind, declaration }: SealedRoute): boolean {
  return kind !== "page" && !(kind === "text" && declaration.asset === true);
}

function findRoute(documents: readonly SealedRoute[], name: string): SealedRoute | undefined {
  const names: readonly ((route: SealedRoute) => string)[] = [
    ({ ref }) => ref,
    ({ id }) => id,
    ({ path }) => shortName(path),
    ({ plugin }) => plugin,
  ];
  for (const nameOf of names) {
    const named = documents.filter((route) => nameOf(route) === name);
    // The site has copies for browsers of documents of the API.
    const ofApi = named.filter(({ site }) => !site);
    const [match, ...others] = ofApi.length === 0 ? named : ofApi;
    if (match !== undefined && others.length === 0) return match;
  }
  return undefined;
}

/** Returns the body of a document; the document of a list is its items. */
function bodyOf({ declaration }: SealedRoute, document: unknown): unknown {
  return declaration.list === undefined ? document : { [declaration.list.as]: document };
}

/** Returns the short name of a path: `/api/openapi.json` is `openapi`. */
function shortName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, "");
}
