/** Conditions of the running service that its operators want to hear of. */
import type { Registry, SealedAlert } from "./registry.js";
/** One such condition, in terms of what the service measures. */
export interface Alert<Options> extends Omit<SealedAlert, "name" | "plugin" | "expr"> {
    /**
     * PromQL; the condition holds for each series that it returns. `$job` stands for the matcher of the service's own series:
     * `redis_nodes{$job} < 2`. A function returns undefined where the options leave nothing to watch.
     */
    readonly expr: string | ((registry: Registry, options: Options) => string | undefined);
}
