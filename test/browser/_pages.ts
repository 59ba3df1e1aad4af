/** Every page that the preset serves. */
import { isViewable } from "waymark/advanced";
import { createTestServer } from "waymark/testing";
import { pageEntriesOf } from "waymark/services";
import { ANNOUNCED as LANGUAGES } from "../../plugins/shared/languages.ts";
import { samplePaths } from "../conformance/sample-paths.ts";

/** A page as somebody meets it. */
export interface PageUnderTest {
  readonly path: string;
  /** Identifier of its plugin. */
  readonly plugin: string;
  readonly languages: readonly string[];
  /** True for pages at a path with parameters: indexes list the page that leads to them. */
  readonly isInstance: boolean;
}

/** Pages that one route serves, or one policy. */
export interface PagesUnderTest {
  /** The path of the route, with its parameters. */
  readonly pattern: string;
  readonly paths: readonly string[];
  readonly languages: readonly string[];
}

const listed = await listPages();

/** Pages in the preset's order; where a path has parameters, one for which there is a page. */
export const pages: readonly PageUnderTest[] = listed.pages;

/** All pages: every one that a path with parameters stands for, and answers of the API as pages. */
export const allPages: readonly PagesUnderTest[] = listed.all;

async function listPages() {
  const server = await createTestServer();
  try {
    const samples = [...(await samplePaths(server))];
    const ofRoutes = samples.filter(([route]) => route.kind === "page");
    const entries = pageEntriesOf(server.registry, undefined);
    const views = samples.filter(
      ([route]) => isViewable(route) && !route.site && route.declaration.listener === undefined,
    );
    return {
      pages: ofRoutes.map(([{ plugin, declaration, pattern }, path]): PageUnderTest => ({
        path,
        isInstance: pattern.params.length > 0,
        plugin,
        languages: languagesOf(declaration),
      })),
      all: [
        ...ofRoutes.map(([{ ref, path, declaration }, sample]): PagesUnderTest => {
          const own = entries.filter(({ route }) => route.ref === ref).map(({ href }) => href);
          const paths = own.length > 0 ? own : [sample];
          return { pattern: path, paths, languages: languagesOf(declaration) };
        }),
        {
          pattern: "answers of the API",
          paths: views.map(([, path]) => path),
          languages: LANGUAGES,
        },
      ],
    };
  } finally {
    await server.close();
  }
}

function languagesOf({ languages = ["en"] }: { readonly languages?: readonly string[] }) {
  return languages;
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
