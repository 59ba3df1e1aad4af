/** A setup's view of the running server, which outlives the revision that the plugin started in. */
import type { Registry } from "../../registry/contract/registry.ts";
import { revisionOf } from "../../registry/seal/revision.ts";
import type { Runtime } from "../services.ts";

/** Parts of a registry that are data, compared by content. Any other part changes with the revision. */
const DATA: ReadonlySet<keyof Registry> = new Set<keyof Registry>([
  "app",
  "baseUrl",
  "capabilities",
  "errors",
  "tables",
  "rootLinks",
]);

/** Checks if a setup that reads these parts of a registry has to run again for the next registry. */
export function readsChanged(
  reads: readonly (keyof Registry)[],
  current: Registry,
  next: Registry,
): boolean {
  return reads.some((part) =>
    DATA.has(part)
      ? revisionOf(current[part]) !== revisionOf(next[part])
      : current.revision !== next.revision,
  );
}

/** Returns the parts of the current registry that a setup may read. Any other part throws. */
export function declaredParts(
  reads: readonly (keyof Registry)[],
  current: () => Registry,
): Partial<Registry> {
  const parts = {};
  for (const part of Object.keys(current()) as (keyof Registry)[]) {
    const declared = reads.includes(part);
    const get = () => {
      if (declared) return current()[part];
      throw new Error(
        `setup reads registry.${part}, which the plugin does not declare in setupReads: [${[...reads, part].map((name) => JSON.stringify(name)).join(", ")}]`,
      );
    };
    Object.defineProperty(parts, part, { enumerable: declared, get });
  }
  return parts;
}

/** The runtime of the revision that a plugin serves in at the moment. */
export class LiveRuntime implements Runtime {
  #current: Runtime;

  constructor(first: Runtime) {
    this.#current = first;
  }

  switchTo(next: Runtime): void {
    this.#current = next;
  }

  get registry(): Registry {
    return this.#current.registry;
  }
  get checks(): Runtime["checks"] {
    return this.#current.checks;
  }
  get metrics(): Runtime["metrics"] {
    return this.#current.metrics;
  }
  get queues(): Runtime["queues"] {
    return this.#current.queues;
  }
  get degraded(): Runtime["degraded"] {
    return this.#current.degraded;
  }
  get ready(): boolean {
    return this.#current.ready;
  }
  get draining(): boolean {
    return this.#current.draining;
  }
  get leaving(): boolean {
    return this.#current.leaving;
  }
  get counts(): Runtime["counts"] {
    return this.#current.counts;
  }
  get reloads(): Runtime["reloads"] {
    return this.#current.reloads;
  }
  get instance(): Runtime["instance"] {
    return this.#current.instance;
  }
  get certificate(): Runtime["certificate"] {
    return this.#current.certificate;
  }
  get origin(): string | undefined {
    return this.#current.origin;
  }
  readonly leave: Runtime["leave"] = (leaving) => this.#current.leave(leaving);
  readonly inFlight: Runtime["inFlight"] = () => this.#current.inFlight();
  readonly read: Runtime["read"] = (...args) => this.#current.read(...args);
  readonly readCached: Runtime["readCached"] = (...args) => this.#current.readCached(...args);
  readonly readMany: Runtime["readMany"] = (...args) => this.#current.readMany(...args);
  readonly versionOf: Runtime["versionOf"] = (ref) => this.#current.versionOf(ref);
  readonly dispatch: Runtime["dispatch"] = (...args) => this.#current.dispatch(...args);
  readonly routeOf: Runtime["routeOf"] = (request) => this.#current.routeOf(request);
  readonly onChange: Runtime["onChange"] = (listener) => this.#current.onChange(listener);
}
