import { z } from "zod";
declare const WebhookPaused: z.ZodObject<{
    subscription: z.ZodString;
    timestamp: z.ZodISODateTime;
}, z.core.$strip>;
declare module "waymark/services" {
    interface BusEvents {
        readonly "webhooks.paused": z.output<typeof WebhookPaused>;
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
