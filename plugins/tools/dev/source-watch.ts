/** Notices edits of the files that a revision was made from. */
import { watch, type FSWatcher } from "node:fs";
import { dirname, join } from "node:path";
import { CONFIG_FILES } from "waymark/tools";

/** Milliseconds in which nothing must change: editors write in several steps. */
const SETTLE_MS = 60;

/**
 * Modules, and data that plugins read from beside their modules. Databases and logs must not count: the server writes
 * them.
 */
const SOURCE = /\.([cm]?[jt]s|md|css|svg|json|ya?ml)$/;
const TEST = /\.(test|spec)\.\w+$/;

export class SourceWatch {
  readonly #onChange: (changed: readonly string[]) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  /** Files that count with any ending. */
  #named: ReadonlySet<string> = new Set();
  #settling: NodeJS.Timeout | undefined;

  constructor(onChange: (changed: readonly string[]) => void) {
    this.#onChange = onChange;
    this.#add(process.cwd());
  }

  /** Watches the folders of these files, as well as the folders of earlier calls: a fix may lie in any of them. */
  follow(files: readonly string[]): void {
    this.#named = new Set([...this.#named, ...files]);
    for (const file of files) this.#add(dirname(file));
  }

  close(): void {
    clearTimeout(this.#settling);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => this.#note(folder, name));
      watcher.on("error", () => {}); // the folder is gone
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder is gone, or the system watches no more; other folders still count.
    }
  }

  #note(folder: string, name: string | null): void {
    if (name === null) return;
    const file = join(folder, name);
    // A text, or a module that a fix may bring, counts in a folder of modules.
    const isBeside = () => [...this.#named].some((named) => dirname(named) === folder);
    const isSource =
      this.#named.has(file) ||
      CONFIG_FILES.includes(name) ||
      (SOURCE.test(name) && !TEST.test(name) && isBeside());
    if (!isSource) return;
    this.#changed.add(file);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      const changed = [...this.#changed];
      this.#changed.clear();
      this.#onChange(changed);
    }, SETTLE_MS);
  }
}
