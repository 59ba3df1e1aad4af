/** Reads releases from a YAML file and reports mistakes by line and column. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { Release } from "../../../schemas/api.ts";

const Releases = z.array(z.strictObject(Release.shape));

/** Mistakes reported at once; a file with other content would have one for each line. */
const MAX_REPORTED = 10;

/** Throws an Error that names the file and, for each mistake in it, line and column. */
export async function readReleases(file: string | URL): Promise<z.output<typeof Releases>> {
  const name = file instanceof URL ? fileURLToPath(file) : file;
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new Error(`the changelog ${name} cannot be read: ${cause.message}`, { cause });
  });
  const { isNode, LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });

  const at = (offset: number, message: string): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${name}:${line}:${col}: ${message}`;
  };
  /** Returns the offset at which a value begins; for a missing value, the offset of the value that lacks it. */
  const offsetOf = (path: readonly PropertyKey[]): number => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    if (isNode(node) && node.range) return node.range[0];
    return path.length === 0 ? 0 : offsetOf(path.slice(0, -1));
  };

  if (document.errors.length > 0)
    refuse(document.errors.map(({ pos: [offset], message }) => at(offset, message)));
  const { data, error } = Releases.safeParse(document.toJS());
  if (error !== undefined) {
    refuse(
      error.issues.map(({ path, message }) =>
        at(offsetOf(path), path.length === 0 ? message : `${path.join(".")}: ${message}`),
      ),
    );
  }
  return data ?? [];
}

function refuse(mistakes: readonly string[]): never {
  const reported = mistakes.slice(0, MAX_REPORTED);
  const rest = mistakes.length - reported.length;
  throw new Error([...reported, ...(rest === 0 ? [] : [`and ${rest} more`])].join("\n"));
}
