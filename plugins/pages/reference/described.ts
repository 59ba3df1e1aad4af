/** The answers of operations, as the OpenAPI document has them. */
import type { Registry } from "waymark";
import { openapiDocument, refName } from "waymark/advanced";
import { z } from "zod";
import { oncePerRegistry } from "../shared/once-per-registry.ts";

const Reference = z.object({ $ref: z.string() });
const Response = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()).default({}),
  content: z.record(z.string(), z.unknown()).default({}),
});
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.union([Reference, Response])) }),
    ),
  ),
  components: z.object({ responses: z.record(z.string(), Response).default({}) }),
});

export interface DescribedAnswer {
  readonly status: number;
  /** Names of its headers, in the order of the document. */
  readonly headers: readonly string[];
  readonly mediaTypes: readonly string[];
}

const documentOf = oncePerRegistry((registry) => Document.parse(openapiDocument(registry)));

/** Returns every answer by status that the operation has of its own; any other error of the catalog may come too. */
export function answersOf(
  registry: Registry,
  { method, path }: { readonly method: string; readonly path: string },
): readonly DescribedAnswer[] {
  const { paths, components } = documentOf(registry);
  const responses = Object.entries(paths[path]?.[method.toLowerCase()]?.responses ?? {});
  return responses.flatMap(([status, response]) => {
    const described = "$ref" in response ? components.responses[refName(response.$ref)] : response;
    if (described === undefined || status === "default") return [];
    const { headers, content } = described;
    return [
      {
        status: Number(status),
        headers: Object.keys(headers),
        mediaTypes: Object.keys(content),
      },
    ];
  });
}
