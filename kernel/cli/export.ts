import { writeFile } from "node:fs/promises";
import { defineCommand } from "citty";
import { didYouMean, messageOf } from "../../registry/contract/finding.ts";
import type { SealedRoute } from "../../registry/contract/registry.ts";
import type { Booted } from "../boot/boot.ts";
import { makeDocument } from "../respond/document.ts";
import { bootHere, configFlag, print, run, UsageError } from "./command.ts";

export const exportDocument = defineCommand({
  meta: {
    name: "export",
    description: "Print a document that is made from the registry, such as openapi",
  },
  args: {
    document: {
      type: "positional",
      required: true,
      description:
        "Name of the document: openapi, types, registry, a route, or the end of its path",
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
      await save(args.out, `${text.trimEnd()}\n`);
    }),
});

/** `types` is TypeScript; all other documents are JSON or YAML. */
async function textOf(booted: Booted, name: string, yaml: boolean): Promise<string> {
  if (name === "types") {
    if (yaml) throw new UsageError("types are TypeScript, not YAML\n  hint: leave --yaml out");
    const { typescriptModule } = await import("../../registry/derive/typescript.ts");
    return typescriptModule(booted.registry);
  }
  const body = await documentOf(booted, name);
  return yaml ? await toYaml(body) : JSON.stringify(body, undefined, 2);
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    const reason = messageOf(error);
    throw new UsageError(
      `the document cannot be written: ${reason}\n  hint: name a file in a folder that exists`,
    );
  }
}

/** The name of the one document that is not a plugin's: the whole registry, for `waymark diff`. */
const REGISTRY = "registry";

/** Finds the document by route reference, by the last segment of its path without ending, or by plugin. */
async function documentOf({ registry }: Booted, name: string): Promise<unknown> {
  if (name === REGISTRY) {
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
    if (match === undefined || others.length > 0) continue;
    return makeDocument(registry, match);
  }
  const known = ["types", REGISTRY, ...documents.map(({ path }) => shortName(path))];
  throw new UsageError(
    `there is no document ${JSON.stringify(name)}\n  hint: ${didYouMean(name, known)}`,
  );
}

/** `/api/openapi.json` is `openapi`. */
function shortName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, "");
}

async function toYaml(body: unknown): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(body);
}
