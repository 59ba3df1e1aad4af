/** The collector: where it is, and its state in the log, each change once. */
import { toMilliseconds, type Log } from "waymark";
import type { Options } from "./options.ts";

/** The part of an exporter that sends. */
interface Exporter<Items> {
  export(
    items: Items,
    done: (result: { readonly code: number; readonly error?: Error }) => void,
  ): void;
}

const SUCCESS = 0;

/** Milliseconds between two sends of the spans and log lines that wait. */
export const SEND_EVERY_MS = 5000;

export class Collector {
  readonly #options: Options;
  readonly #log: Log;
  #isAway = false;

  constructor(options: Options, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  /** Returns what an exporter has to know. @param path of the signal, such as `v1/traces`. */
  settings(path: string) {
    const { url, headers, timeout } = this.#options;
    return {
      url: `${url.replace(/\/$/, "")}/${path}`,
      headers,
      timeoutMillis: toMilliseconds(timeout),
    };
  }

  /** Returns the exporter, which reports from now on what became of its items. */
  watch<Items, E extends Exporter<Items>>(exporter: E): E {
    const send = exporter.export.bind(exporter);
    exporter.export = (items: Items, done) =>
      send(items, (result) => {
        this.#note(result.code !== SUCCESS, result.error);
        done(result);
      });
    return exporter;
  }

  #note(isAway: boolean, error: Error | undefined): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    if (isAway)
      this.#log.warn("the collector takes no telemetry: it is lost until the collector does", {
        reason: error?.message,
      });
    else this.#log.info("the collector takes telemetry again");
  }
}
