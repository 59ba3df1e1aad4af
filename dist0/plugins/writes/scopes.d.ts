declare module "waymark" {
    interface RoutePolicies {
        /** The scope that the plugin `access` asks for, where it is on. Without it, everybody may use the route. */
        readonly writeScope?: string;
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
