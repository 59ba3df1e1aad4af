/** The context of a check, its operations, and questions about routes and answers. */
import type { Outcome } from "../../registry/contract/call.js";
import type { Answer, CheckContext, Door, Operation } from "../../registry/contract/conformance.js";
import type { Registry } from "../../registry/contract/registry.js";
import { type SealedRoute } from "../../registry/contract/sealed-route.js";
import type { Client } from "./client.js";
import type { Credentials } from "./credentials.js";
import type { Validator } from "./validate.js";
/** The server under test, with the client that reaches it. */
export type Target = CheckContext["target"] & {
    readonly client: Client;
    /** Headers of every request but those that are sent as a stranger. */
    readonly credentials?: Credentials | undefined;
};
/** Whether a route asks for a caller on a server that issues no credentials, and none were given. */
export declare function needsCredential(route: SealedRoute, { exclusive, credentials }: Omit<Target, "client">): boolean;
/** The context with what only the cases made from routes need. */
export interface RouteCheckContext extends CheckContext {
    readonly validator: Validator;
    /** The ways to data of other routes that plugins have. */
    readonly doors: readonly Door[];
    /** Headers of policies, in lower case, that may differ between GET and HEAD. */
    readonly volatile: ReadonlySet<string>;
}
/** A route at a path, with a record of its answers. */
export declare function createOperation(context: Pick<CheckContext, "ask" | "registry" | "target"> & {
    caller(): string;
}, route: SealedRoute, target: string): Operation;
/** A request that fits the route at a path; or why there is none. */
export declare function sampleAt(path: string, route: SealedRoute, { registry, target }: Pick<CheckContext, "registry" | "target">): Operation["sample"];
/** The decoded values of the path's parameters. */
export declare function paramsOf({ route, path, }: Pick<Operation, "route" | "path">): Readonly<Record<string, string>>;
/** The answers so far of the operation's own route: not OPTIONS, and not the refusals of other methods. */
export declare function ownAnswers({ answers, route }: Operation): readonly Answer[];
/** The outcome of an answer, for which its headers were compiled. */
export declare function outcomeOf({ method, status }: Answer): Outcome;
/** `GET /api/offices`, as reports name operations. */
export declare function operationName({ method, path }: SealedRoute): string;
/** Whether a policy that is on writes a header, by its usual spelling. */
export declare function writesHeader({ policies }: Pick<Registry, "policies">, header: string): boolean;
/** Whether a policy that is on reads a request header, by its lower-case name. */
export declare function readsHeader({ policies }: Pick<Registry, "policies">, header: string): boolean;
/** The routes of all methods at a path, which may have a query. */
export declare function routesAt(target: string, { routes }: Registry): readonly SealedRoute[];
