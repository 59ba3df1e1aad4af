/** What a plugin's setup is given of the running service, which outlives the revision that the plugin started in. */
import type { Registry } from "../../registry/contract/registry.ts";
import { revisionOf } from "../../registry/seal/revision.ts";
import type { Runtime } from "../services.ts";

/** Parts of a registry that are data, compared by content. Whoever reads another part depends on the whole. */
const DATA: ReadonlySet<PropertyKey> = new Set<keyof Registry>([
  "service",
  "baseUrl",
  "capabilities",
  "errors",
  "tables",
  "rootLinks",
]);

/**
 * The runtime and the registry as a setup sees them: always those of the revision that the plugin serves in. Notes what
 * the setup reads of the registry, since a plugin that built on something that changed has to start anew.
 */
export class Follower {
  readonly registry: Registry;
  readonly runtime: Runtime;
  #current: Runtime;
  readonly #reads = new Set<PropertyKey>();
  #settled = false;

  constructor(first: Runtime) {
    this.#current = first;
    const current = (): Registry => this.#current.registry;
    const note = (name: PropertyKey) => void (this.#settled || this.#reads.add(name));
    this.registry = new Proxy({} as Registry, {
      // The target stays empty: every trap answers for the current registry.
      get(_target, name) {
        note(name);
        return Reflect.get(current(), name);
      },
      has: (_target, name) => Reflect.has(current(), name),
      ownKeys: () => Reflect.ownKeys(current()),
      getOwnPropertyDescriptor: (_target, name) => {
        const own = Reflect.getOwnPropertyDescriptor(current(), name);
        return own && { ...own, configurable: true };
      },
    });
    this.runtime = followed(() => this.#current, this.registry);
  }

  /** The setup is over: what is read from now on follows. */
  settle(): void {
    this.#settled = true;
  }

  /** Whether anything that the setup read is different in `next`. */
  isAffectedBy(next: Registry): boolean {
    const { registry } = this.#current;
    return [...this.#reads].some((name) =>
      DATA.has(name)
        ? revisionOf(Reflect.get(registry, name)) !== revisionOf(Reflect.get(next, name))
        : registry.revision !== next.revision,
    );
  }

  follow(next: Runtime): void {
    this.#current = next;
  }
}

function followed(current: () => Runtime, registry: Registry): Runtime {
  return {
    registry,
    get checks() {
      return current().checks;
    },
    get metrics() {
      return current().metrics;
    },
    get degraded() {
      return current().degraded;
    },
    get ready() {
      return current().ready;
    },
    read: (...asked) => current().read(...asked),
    peek: (...asked) => current().peek(...asked),
    readEach: (...asked) => current().readEach(...asked),
    versionOf: (ref) => current().versionOf(ref),
    onChange: (listener) => current().onChange(listener),
  };
}
