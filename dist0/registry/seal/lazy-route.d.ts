import { type CompiledRoute } from "./compile.js";
import { type Pattern } from "../contract/path.js";
import type { SealedRoute } from "../contract/sealed-route.js";
import type { RouteBase } from "../contract/route-info.js";
/** Facts of a route without those that follow from its path. */
export type PlainFacts = Omit<RouteBase, "pattern">;
/**
 * A sealed route. Sealing has `check` run for each before the service is ready; after that, compiling cannot fail, as
 * policies compile purely.
 */
export declare class LazyRoute implements SealedRoute {
    #private;
    readonly id: string;
    readonly ref: string;
    readonly plugin: string;
    readonly method: string;
    readonly path: string;
    readonly kind: SealedRoute["kind"];
    readonly site: boolean;
    readonly declaration: SealedRoute["declaration"];
    readonly mediaTypes: readonly string[];
    readonly schema: string | undefined;
    readonly schemaMediaTypes: readonly string[];
    readonly allow: string;
    readonly accepts: readonly string[];
    readonly document: boolean;
    readonly represents: string | undefined;
    readonly answersAs: string | undefined;
    constructor(facts: PlainFacts, compile: (facts: RouteBase) => CompiledRoute);
    /**
     * Throws a PolicyError when a policy does not compile for this route. Keeps the result for requests on demand. Returns
     * the policies that add members to the body, by the members' names.
     */
    check(keep: boolean): ReadonlyMap<string, string>;
    get pattern(): Pattern;
    get engine(): SealedRoute["engine"];
    get policies(): SealedRoute["policies"];
    get values(): SealedRoute["values"];
    get plans(): SealedRoute["plans"];
    get credentials(): SealedRoute["credentials"];
    get vary(): SealedRoute["vary"];
    get relations(): SealedRoute["relations"];
    get itemRelations(): SealedRoute["itemRelations"];
    get creates(): SealedRoute["creates"];
    get errorForms(): SealedRoute["errorForms"];
    get view(): SealedRoute["view"];
    /** A function that works without its route, for callers that destructure the route. */
    get computed(): SealedRoute["computed"];
}
