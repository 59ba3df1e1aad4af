/** A setup's view of the running server, which outlives the revision that the plugin started in. */
import type { Registry } from "../../registry/contract/registry.js";
import type { Runtime } from "../services.js";
/** Whether a setup that reads these parts of a registry has to run again for the next one. */
export declare function readsChanged(reads: readonly (keyof Registry)[], current: Registry, next: Registry): boolean;
/** The parts of the current registry that a setup may read. Any other part throws. */
export declare function declaredParts(reads: readonly (keyof Registry)[], current: () => Registry): Partial<Registry>;
/** The runtime of the revision that a plugin serves in at the moment. */
export declare class LiveRuntime implements Runtime {
    #private;
    constructor(first: Runtime);
    switchTo(next: Runtime): void;
    get registry(): Registry;
    get checks(): Runtime["checks"];
    get metrics(): Runtime["metrics"];
    get degraded(): Runtime["degraded"];
    get ready(): boolean;
    get draining(): boolean;
    get counts(): Runtime["counts"];
    get reloads(): Runtime["reloads"];
    get instance(): Runtime["instance"];
    get certificate(): Runtime["certificate"];
    get origin(): string | undefined;
    readonly read: Runtime["read"];
    readonly readCached: Runtime["readCached"];
    readonly readMany: Runtime["readMany"];
    readonly versionOf: Runtime["versionOf"];
    readonly dispatch: Runtime["dispatch"];
    readonly routeOf: Runtime["routeOf"];
    readonly onChange: Runtime["onChange"];
}
