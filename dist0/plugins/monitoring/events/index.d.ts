import { z } from "zod";
import { HealthChanged, ResourceChanged } from "../../../schemas/events.js";
declare module "waymark/services" {
    interface BusEvents {
        readonly "health.changed": z.output<typeof HealthChanged>;
        readonly "data.changed": z.output<typeof ResourceChanged>;
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
