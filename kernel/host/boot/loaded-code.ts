/** Notices edits of code that is loaded: Node evaluates a module once, so a reload of the config cannot take them up. */
import { hash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Booted } from "./boot.ts";
import { isWaymark, locateModule } from "./resolve-module.ts";

/** More files than the code of plugins has; a bound for a package of another kind. */
const MOST_FILES = 2_000;

/** Specifiers of static and dynamic imports by a relative path. An import in a comment does no harm. */
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

type Sources = Pick<Booted, "file" | "folder" | "installed"> & {
  readonly config: Pick<Booted["config"], "preset">;
};

export class LoadedCode {
  /** Hash of each file's text when it was loaded; empty if that is not known, undefined if there was none. */
  readonly #files = new Map<string, string | undefined>();

  /**
   * Notes the code that a config brings: the modules of its plugins and its preset, with all that they import by a
   * relative path. A file that is noted already keeps its hash. A config module may change, but not its imports.
   *
   * @param since start of the loading, in milliseconds of the clock: a file that was written later may have been loaded before.
   */
  async note({ config, file, folder, installed }: Sources, since: number): Promise<void> {
    const names = [config.preset, ...installed.map(({ source }) => source)].filter(
      (name) => name !== "preset" && !isWaymark(name),
    );
    for (const name of new Set(names)) {
      const url = await locateModule(name, folder);
      if (url?.startsWith("file:") === true) await this.#follow(fileURLToPath(url), since);
    }
    if (file !== undefined && /^\.m?[jt]s$/.test(extname(file))) {
      for (const imported of importsOf(file, await textOf(file)))
        await this.#follow(imported, since);
    }
  }

  /** Returns the files whose text has changed, in alphabetical order. */
  async changed(): Promise<readonly string[]> {
    const changed: string[] = [];
    for (const [file, loaded] of this.#files)
      if (hashOf(await textOf(file)) !== loaded) changed.push(file);
    return changed.toSorted();
  }

  async #follow(first: string, since: number): Promise<void> {
    const waiting = [first];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (this.#files.has(file) || this.#files.size >= MOST_FILES) continue;
      const text = await textOf(file);
      this.#files.set(file, (await writtenAt(file)) > since ? "" : hashOf(text));
      waiting.push(...importsOf(file, text));
    }
  }
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

async function writtenAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

function hashOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : hash("sha256", text, "hex");
}

function importsOf(file: string, text = ""): readonly string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) =>
    /%2f|%5c/i.test(specifier) ? [] : fileURLToPath(new URL(specifier, pathToFileURL(file))),
  );
}
