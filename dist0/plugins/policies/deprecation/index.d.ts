declare module "waymark" {
    interface RoutePolicies {
        /** The route is deprecated and will be removed. Dates are days in UTC; `successor` is the id of another route. */
        readonly deprecated?: {
            readonly since: string;
            readonly sunset: string;
            readonly successor: `${string}.${string}`;
        };
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
