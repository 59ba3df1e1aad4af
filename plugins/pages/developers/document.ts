/** The document `/developers/operations.json`, which the playground's script reads. */
import type { Registry } from "waymark";
import { z } from "zod";
import type { Language } from "../shared/languages.ts";
import { headerMeanings, statusMeanings } from "./meanings/index.ts";
import { operationGroups } from "./operations.ts";
import type { ApiDescription } from "./shared/model.ts";

const Schema = z.record(z.string(), z.unknown());
const MeaningObject = z.object({
  text: z.string(),
  spec: z.object({ name: z.string(), href: z.url() }).optional(),
});

export const Description = z.object({
  baseUrl: z.url(),
  groups: z.array(
    z.object({
      plugin: z.string(),
      summary: z.string(),
      operations: z.array(
        z.object({
          ref: z.string(),
          method: z.string(),
          path: z.string(),
          summary: z.string(),
          description: z.string().optional(),
          deprecated: z.boolean().optional(),
          stream: z.boolean().optional(),
          accepts: z.array(z.string()),
          parameters: z.array(
            z.object({
              name: z.string(),
              in: z.enum(["path", "query", "header"]),
              description: z.string().optional(),
              required: z.boolean().optional(),
              style: z.string().optional(),
              schema: Schema,
            }),
          ),
          body: z.object({ schema: Schema, sample: z.string() }).optional(),
          errors: z.array(z.object({ status: z.int(), code: z.string(), message: z.string() })),
        }),
      ),
    }),
  ),
  headers: z.record(z.string(), MeaningObject),
  statuses: z.record(z.string(), MeaningObject),
});

export function describeApi(registry: Registry, language: Language): ApiDescription {
  return {
    baseUrl: registry.baseUrl,
    groups: operationGroups(registry),
    headers: headerMeanings(registry, language),
    statuses: statusMeanings(language),
  };
}
