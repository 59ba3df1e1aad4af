/** The answers of operations, as pages show them. */
import type { Registry, SealedRoute } from "waymark";
import { answersOf as allAnswersOf, mediaTypesOf } from "../../shared/operations/answers.ts";

export interface DescribedAnswer {
  readonly status: number;
  /** Names of its headers, sorted. */
  readonly headers: readonly string[];
  readonly mediaTypes: readonly string[];
}

/** Returns every answer by status that the operation has of its own; any other error of the catalog may come too. */
export function answersOf(route: SealedRoute, registry: Registry): readonly DescribedAnswer[] {
  return allAnswersOf(route, registry)
    .flatMap((answer) => {
      const { status, headers } = answer;
      if (status === "default") return [];
      const mediaTypes = mediaTypesOf(answer, route);
      return [{ status, headers: [...new Set(headers)].toSorted(), mediaTypes }];
    })
    .toSorted((a, b) => a.status - b.status);
}
