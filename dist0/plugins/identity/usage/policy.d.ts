export declare const EXCEEDED = "quota-exceeded";
declare module "waymark" {
    interface ErrorCodes {
        readonly "quota-exceeded": true;
    }
}
/** Requests of the caller that a month includes; null for any number. */
export declare const RequestsLimit: import("waymark").RequestValue<number | null>;
export declare const policy: import("waymark").Policy;
