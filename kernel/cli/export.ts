import { writeFile } from "node:fs/promises";
import { defineCommand } from "citty";
import { didYouMean, messageOf } from "../../registry/contract/finding.ts";
import { KERNEL_EXPORTS } from "../../registry/contract/export.ts";
import type { SealedRegistry } from "../../registry/contract/installed.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Booted } from "../boot/boot.ts";
import { bootHere, configFlag, print, run, UsageError } from "./command.ts";

export const exportDocument = defineCommand({
  meta: {
    name: "export",
    description: "Print a document derived from the registry, such as openapi",
  },
  args: {
    document: {
      type: "positional",
      required: true,
      description:
        "Name of the document: openapi, types, registry, a plugin's export, a route, or the last segment of its path",
    },
    ...configFlag,
    yaml: { type: "boolean", description: "Print YAML" },
    out: { type: "string", valueHint: "file", description: "Write to a file" },
  },
  run: ({ args, cmd }) =>
    run({ args, cmd }, async () => {
      const booted = await bootHere(args.config);
      const text = await textOf(booted, args.document, args.yaml === true);
      if (args.out === undefined) return print(text.trimEnd());
      await writeFile(args.out, `${text.trimEnd()}\n`).catch((error: unknown) => {
        throw new UsageError(
          `the document cannot be written: ${messageOf(error)}\n  hint: name a file in a folder that exists`,
        );
      });
    }),
});

/** `types` and the exports of plugins are texts, every other document is JSON or YAML. */
async function textOf({ registry }: Booted, name: string, yaml: boolean): Promise<string> {
  if (name === "types") {
    if (yaml) throw new UsageError("types are TypeScript, not YAML\n  hint: leave out --yaml");
    const { typescriptModule } = await import("../../registry/derive/typescript.ts");
    return typescriptModule(registry);
  }
  const text = registry.exports.find((entry) => entry.name === name)?.text();
  if (text !== undefined && yaml)
    throw new UsageError(`${name} is a text of its own, not YAML\n  hint: leave --yaml out`);
  if (text !== undefined) return text;
  const body = await findDocument(registry, name);
  if (!yaml) return JSON.stringify(body, undefined, 2);
  const { stringify } = await import("yaml");
  return stringify(body);
}

/** The name is a route reference, a route id, the last segment of a path without its ending, or a plugin. */
async function findDocument(registry: SealedRegistry, name: string): Promise<unknown> {
  // For `waymark diff`: no route serves it.
  if (name === "registry") {
    const { registryDocument } = await import("../../registry/derive/export/index.ts");
    return registryDocument(registry);
  }
  const documents = registry.routes.filter(({ document }) => document);
  const names: readonly ((route: SealedRoute) => string)[] = [
    ({ ref }) => ref,
    ({ id }) => id,
    ({ path }) => shortName(path),
    ({ plugin }) => plugin,
  ];
  for (const nameOf of names) {
    const [match, ...others] = documents.filter((route) => nameOf(route) === name);
    if (match !== undefined && others.length === 0) return registry.document(match);
  }
  const known = [
    ...KERNEL_EXPORTS,
    ...registry.exports.map((entry) => entry.name),
    ...documents.map(({ path }) => shortName(path)),
  ];
  throw new UsageError(
    `there is no document ${JSON.stringify(name)}\n  hint: ${didYouMean(name, known)}`,
  );
}

/** `/api/openapi.json` is `openapi`. */
function shortName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, "");
}
