declare module "waymark" {
    interface RoutePolicies {
        /** Largest request body of this route, in bytes, where it is lower than that of all routes. */
        readonly maxPayloadBytes?: number;
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
