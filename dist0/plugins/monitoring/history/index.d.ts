import { z } from "zod";
import { StatusChanged, StatusSampled } from "../../../schemas/events.js";
declare module "waymark/services" {
    interface BusEvents {
        readonly "status.changed": z.output<typeof StatusChanged>;
        readonly "status.sampled": z.output<typeof StatusSampled>;
    }
}
declare const _default: import("waymark").Plugin;
export default _default;
