declare module "waymark" {
    interface RoutePolicies {
        /** Answers report how long they took. */
        readonly serverTiming?: boolean;
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
