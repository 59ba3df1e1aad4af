declare module "waymark" {
    interface RoutePolicies {
        /** Content-Digest on every 2xx with a body, or only on request. */
        readonly digest?: "always" | "on-request";
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
