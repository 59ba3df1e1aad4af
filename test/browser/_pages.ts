/** Every page that the preset serves. */
import { createTestServer } from "waymark/testing";
import { samplePaths } from "../conformance/sample-paths.ts";

/** A page as somebody meets it. */
export interface PageUnderTest {
  readonly path: string;
  /** Identifier of its plugin. */
  readonly plugin: string;
  readonly languages: readonly string[];
  /** One of several at a path with parameters: indexes list the page that leads to them. */
  readonly isInstance: boolean;
}

/** In the preset's order; where a path has parameters, one for which there is a page. */
export const pages: readonly PageUnderTest[] = await listPages();

async function listPages(): Promise<PageUnderTest[]> {
  const server = await createTestServer();
  try {
    return [...(await samplePaths(server))]
      .filter(([route]) => route.kind === "page")
      .map(([{ plugin, declaration, pattern }, path]) => ({
        path,
        isInstance: pattern.params.length > 0,
        plugin,
        languages: declaration.languages ?? ["en"],
      }));
  } finally {
    await server.close();
  }
}

/** The Accept header that browsers send when somebody follows a link. */
export const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Text of HTML without its tags. */
export function textOf(markup: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
    "&amp;": "&",
  };
  return markup
    .replace(/<[^>]+>/g, "")
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .trim();
}
