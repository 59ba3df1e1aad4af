import type { Registry } from "../../registry/contract/registry.js";
import type { SealedRoute } from "../../registry/contract/sealed-route.js";
import type { Log } from "../../registry/contract/types.js";
/** The documents of one revision, for requests and internal reads: each is made on first use, once in each language. */
export declare class DocumentCache {
    #private;
    constructor(registry: Registry, log: Log);
    get(route: SealedRoute, language?: string | undefined): unknown;
}
