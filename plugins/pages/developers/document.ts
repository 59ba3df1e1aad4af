/** The document `/developers/operations.json`, which the playground's script reads. */
import type { Registry } from "waymark";
import type { Language } from "../shared/languages.ts";
import { headerMeanings, statusMeanings } from "./meanings/index.ts";
import { operationGroups } from "./operations.ts";
import type { ApiDescription } from "./shared/model.ts";

export function describeApi(registry: Registry, language: Language): ApiDescription {
  return {
    baseUrl: registry.baseUrl,
    groups: operationGroups(registry),
    headers: headerMeanings(registry, language),
    statuses: statusMeanings(language),
  };
}
