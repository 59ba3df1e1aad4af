import {
  defineConformance,
  headerFits,
  headerIs,
  type Operation,
  OK,
  statusIs,
  testCase,
} from "waymark/conformance";
import { z } from "zod";

const PAGES = "views: pages";
const LANGUAGES = "views: languages";

export default defineConformance({
  statement: z.object({ mediaType: z.string(), languages: z.array(z.string()) }),
  covers: { mediaType: [PAGES], languages: [LANGUAGES] },
  operation: (operation, _context, { mediaType, languages }) =>
    operation.route.view === undefined
      ? []
      : [
          testCase(PAGES, () => pages(operation, mediaType)),
          testCase(LANGUAGES, () => spoken(operation, mediaType, languages)),
        ],
});

/** Checks that a client that prefers the media type gets a page of the same status, which caches may keep as long. */
async function pages(operation: Operation, accept: string) {
  const page = await operation.ask({ headers: { accept } });
  const isStream = operation.route.kind === "stream";
  const base = isStream ? page : await operation.base();
  if (base.status >= 400) return statusIs(page, base.status);
  const tag = page.headers["etag"];
  const again =
    tag === undefined
      ? undefined
      : await operation.ask({ headers: { accept, "if-none-match": tag } });
  return [
    ...statusIs(page, base.status),
    ...headerFits(page, "Content-Type", new RegExp(`^${accept}(;|$)`)),
    ...headerIs(page, "Cache-Control", base.headers["cache-control"]),
    // An answer that changed in between has another tag.
    ...(again === undefined || again.headers["etag"] !== tag ? OK : statusIs(again, 304)),
  ];
}

async function spoken(operation: Operation, accept: string, languages: readonly string[]) {
  const answers = await Promise.all(
    languages.map(async (language) => {
      const page = await operation.ask({ headers: { accept, "accept-language": language } });
      return page.status >= 400 ? OK : headerIs(page, "Content-Language", language);
    }),
  );
  return answers.flat();
}
