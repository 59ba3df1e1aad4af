/** Entries of plugins that have started, for points whose form is a record of services. */
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { InstalledPlugin } from "../../../registry/contract/plugin/installed.ts";
import type { Point, StartedEntry } from "../../../registry/contract/plugin/point.ts";
import { isRecord } from "../../../registry/schema/json-schema.ts";
import { show } from "../../../registry/schema/words.ts";
import { checkStarted } from "../../../registry/seal/points.ts";
import type { Runtime } from "../../services.ts";
import { refuse } from "../support/boot-errors.ts";
import type { JoiningPlugin } from "./running-plugin.ts";

/** The entries of one revision, which fill while its plugins start. */
export class StartedEntries {
  readonly #points: ReadonlyMap<string, Point>;
  readonly #entries: ReadonlyMap<string, StartedEntry[]>;

  constructor(installed: readonly InstalledPlugin[]) {
    const points = installed.flatMap(({ plugin, enabled }) =>
      (enabled ? (plugin.points ?? []) : []).filter(({ form }) => form === "record of services"),
    );
    this.#points = new Map(points.map((point) => [point.id, point]));
    this.#entries = new Map(points.map(({ id }) => [id, []]));
  }

  /** Makes the entries of a plugin, and returns a function that adds them. Throws a BootError if an entry does not fit. */
  make({ plugin, use, context, providers, defer }: JoiningPlugin): () => void {
    const { id, provides = {} } = plugin;
    const options = context.options as never; // validated with the plugin's own schema
    const made = [...this.#points.values()].map((point) => {
      const make: unknown = Reflect.get(plugin, point.id); // a function, as sealing has checked
      const values: unknown = typeof make === "function" ? make(use, context) : {};
      refuse(isPlain(values) ? [] : [unusable(point, id, values)]);
      const entries = Object.entries<unknown>(Object(values)).map(([name, value]): StartedEntry => {
        return { name, plugin: id, value, options, provides, providers, defer };
      });
      refuse(checkStarted(point, entries));
      return [point.id, entries] as const;
    });
    return () => {
      for (const [point, entries] of made) this.#entries.get(point)?.push(...entries);
    };
  }

  /** Returns the entries of a point, as `Runtime.of`. */
  readonly of: Runtime["of"] = ({ id }) =>
    // Their shape was checked with the point's own schema.
    (this.#entries.get(id) ?? NONE) as readonly StartedEntry<never>[];
}

const NONE: readonly StartedEntry[] = [];

/** Checks that a value is a record that is there, and no promise of one. */
function isPlain(value: unknown): boolean {
  return isRecord(value) && typeof value["then"] !== "function";
}

function unusable({ id, noun }: Point, plugin: string, value: unknown): Finding {
  return {
    code: "PLUGIN_INVALID",
    plugin,
    where: id,
    message: `${id} must return an object at once, with ${noun}s by name; received ${value instanceof Promise ? "a promise" : show(value)}`,
    hint: "await it in setup, and return it as state",
  };
}
