/** The content of resources: kept below new keys, and removed once no row refers to it. */
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { messageOf, type Log, type Registry } from "waymark";
import type { ByteRange } from "waymark/advanced";
import type {
  Clock,
  FileContent,
  FilePlace,
  Files,
  ScheduledTask,
  Scheduler,
  TableRows,
} from "waymark/services";
import { openFolder, type Driver } from "./folder.ts";

/** Content that is younger is not swept: the write that it belongs to may be under way, at another node as well. */
const UNDER_WAY_MS = 3_600_000;
/** Time in which an answer begins that has read the row before its content was replaced. */
const READERS_MS = 1000;
/** Rows that are read at once. */
const PAGE = 500;

/** Time between two sweeps, and until the first one. */
const SWEEP = { everyMs: 3_600_000, firstMs: 1000 };

/** The options of the plugin. */
export interface Options {
  readonly folder: string;
  readonly driver?: string | undefined;
  readonly settings: object;
}

export interface ContentServices {
  readonly clock?: Clock | undefined;
  readonly scheduler?: Scheduler | undefined;
}

/** Opens the content, and sweeps it from time to time. */
export async function openContents(
  { clock, scheduler }: ContentServices,
  options: Options,
  log: Log,
): Promise<Contents> {
  if (!clock || !scheduler)
    throw new Error("files of resources need the plugins clock and jobs\n  hint: switch them on");
  const contents = new Contents(await openDriver(options), clock, log);
  contents.sweepBy(scheduler);
  return contents;
}

/** Returns the columns whose rows refer to content. */
export function placesOf({ routes }: Pick<Registry, "routes">): readonly FilePlace[] {
  return routes.flatMap(({ declaration: { content } }) => (content === undefined ? [] : [content]));
}

/** Opens the place of the content that the options name. */
export async function openDriver({ folder, driver, settings }: Options): Promise<Driver> {
  if (driver !== undefined) {
    const { openStorage } = await import("./unstorage.ts");
    return openStorage(driver, settings);
  }
  if (folder !== ":memory:") return openFolder(resolve(folder));
  const passing = await mkdtemp(join(tmpdir(), "waymark-files-"));
  const close = () => rm(passing, { recursive: true, force: true });
  return { ...(await openFolder(passing)), close };
}

/** A place with the rows of its table. */
interface Followed extends FilePlace {
  readonly rows: Pick<TableRows, "list">;
}

export class Contents implements Files {
  readonly #driver: Driver;
  readonly #clock: Clock;
  /** Rows that refer to content, by its place. */
  readonly #followed = new Map<string, Followed>();
  readonly #log: Log;
  /** Timers of removals, by key. */
  readonly #discarded = new Map<string, NodeJS.Timeout>();
  #sweeps: ScheduledTask | undefined;

  constructor(driver: Driver, clock: Clock, log: Log) {
    this.#driver = driver;
    this.#clock = clock;
    this.#log = log;
  }

  async add(
    { table, field }: FilePlace,
    type: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<FileContent> {
    const key = `${table}/${field}/${this.#clock.now().toString(36)}-${randomUUID()}`;
    const hash = createHash("sha256");
    let size = 0;
    const measured = async function* () {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.byteLength;
        yield chunk;
      }
    };
    try {
      await this.#driver.write(key, measured());
    } catch (error) {
      await this.#remove(key);
      throw error;
    }
    return { key, type, size, etag: `"${hash.digest("base64url").slice(0, 22)}"` };
  }

  follow(place: FilePlace, rows: Followed["rows"]): void {
    this.#followed.set(`${place.table}/${place.field}`, { ...place, rows });
  }

  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array> {
    return this.#driver.read(key, range);
  }

  discard(key: string): void {
    const remove = () => {
      this.#discarded.delete(key);
      void this.#remove(key);
    };
    this.#discarded.set(key, setTimeout(remove, READERS_MS));
  }

  async #remove(key: string): Promise<void> {
    await this.#driver.remove(key).catch((error: unknown) => {
      this.#log.warn("a file could not be removed", { key, reason: messageOf(error) });
    });
  }

  /** Sweeps soon, and then from time to time. */
  sweepBy(scheduler: Scheduler): void {
    this.#sweeps = scheduler.start({
      ...SWEEP,
      name: "files-sweep",
      once: true,
      log: this.#log,
      task: ["files that no row refers to", "removed"],
      run: (signal) => this.#sweep(signal),
    });
  }

  /** Removes content that no row refers to, as a process that was killed leaves it, or a plugin that removes rows. */
  async #sweep(signal: AbortSignal): Promise<void> {
    for (const [name, place] of this.#followed) {
      const old: string[] = [];
      for await (const key of this.#driver.keys(name))
        if (this.#clock.now() - madeAt(key) > UNDER_WAY_MS) old.push(key);
      if (old.length === 0) continue;
      const kept = await this.#kept(place, signal);
      const orphans = old.filter((key) => !kept.has(key));
      for (const key of orphans) {
        if (signal.aborted) return;
        await this.#driver.remove(key);
      }
      if (orphans.length > 0)
        this.#log.info("files that no row refers to were removed", {
          place: name,
          files: orphans.length,
        });
    }
  }

  /** Returns the keys of the content that rows refer to. */
  async #kept({ field, rows }: Followed, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    let after: Awaited<ReturnType<typeof rows.list>>["next"];
    do {
      signal.throwIfAborted();
      const page = await rows.list<Record<string, FileContent | undefined>>({
        fields: [field],
        limit: PAGE,
        after,
      });
      for (const { [field]: content } of page.items) if (content) keys.add(content.key);
      after = page.next;
    } while (after !== undefined);
    return keys;
  }

  /** Removes discarded content, and closes the driver. */
  async close(): Promise<void> {
    await this.#sweeps?.stop();
    for (const timer of this.#discarded.values()) clearTimeout(timer);
    await Promise.all([...this.#discarded.keys()].map((key) => this.#remove(key)));
    await this.#driver.close();
  }
}

/** Returns the time at which content began to arrive, in milliseconds since 1970-01-01T00:00Z. */
function madeAt(key: string): number {
  return Number.parseInt(key.slice(key.lastIndexOf("/") + 1), 36);
}
