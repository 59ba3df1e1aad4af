import { z } from "zod";
/** One service level objective: a minimum percentage, or a maximum in milliseconds. */
export declare const Objective: z.ZodObject<{
    name: z.ZodString;
    target: z.ZodNumber;
    unit: z.ZodEnum<{
        ms: "ms";
        percent: "percent";
    }>;
    windowDays: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>;
/** The measured part of an objective, in its window or in as much of it as the history knows. */
export declare const Measured: z.ZodObject<{
    since: z.ZodISODateTime;
    requests: z.ZodInt;
    reachedPercent: z.ZodOptional<z.ZodNumber>;
    budgetLeftPercent: z.ZodOptional<z.ZodNumber>;
    burnRates: z.ZodArray<z.ZodObject<{
        window: z.ZodString;
        since: z.ZodISODateTime;
        rate: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** The service level objectives. */
export declare const SloDiscovery: z.ZodObject<{
    objectives: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        target: z.ZodNumber;
        unit: z.ZodEnum<{
            ms: "ms";
            percent: "percent";
        }>;
        windowDays: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    statusPage: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
/** The service level objectives, with what was reached of them. */
export declare const MeasuredSloDiscovery: z.ZodObject<{
    statusPage: z.ZodOptional<z.ZodString>;
    objectives: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        target: z.ZodNumber;
        unit: z.ZodEnum<{
            ms: "ms";
            percent: "percent";
        }>;
        windowDays: z.ZodOptional<z.ZodNumber>;
        measured: z.ZodObject<{
            since: z.ZodISODateTime;
            requests: z.ZodInt;
            reachedPercent: z.ZodOptional<z.ZodNumber>;
            budgetLeftPercent: z.ZodOptional<z.ZodNumber>;
            burnRates: z.ZodArray<z.ZodObject<{
                window: z.ZodString;
                since: z.ZodISODateTime;
                rate: z.ZodOptional<z.ZodNumber>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>>;
}, z.core.$strip>;
