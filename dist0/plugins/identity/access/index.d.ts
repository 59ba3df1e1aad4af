import { Access } from "./levels.js";
declare module "waymark" {
    interface RoutePolicies {
        /** Who may use the route. Default: `"public"`, everybody. With scopes, a principal needs all of them. */
        readonly access?: Access;
    }
    interface ErrorCodes {
        readonly "authentication-required": true;
        readonly "credentials-invalid": true;
        readonly "credentials-ambiguous": true;
        readonly "authentication-throttled": true;
        readonly "insufficient-scope": true;
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
