import { z } from "zod";
import type { AppInfo } from "../../registry/contract/registry.js";
/** From the least to the most urgent. */
export declare const LEVELS: readonly ["debug", "info", "warn", "error"];
export declare const KernelKeys: z.ZodObject<{
    $schema: z.ZodOptional<z.ZodString>;
    service: z.ZodDefault<z.ZodUnion<readonly [z.ZodString, z.ZodRecord<z.ZodString, z.ZodString>]>>;
    version: z.ZodDefault<z.ZodString>;
    description: z.ZodDefault<z.ZodUnion<readonly [z.ZodString, z.ZodRecord<z.ZodString, z.ZodString>]>>;
    baseUrl: z.ZodOptional<z.ZodPipe<z.ZodURL, z.ZodTransform<string, string>>>;
    host: z.ZodDefault<z.ZodString>;
    port: z.ZodDefault<z.ZodInt>;
    socket: z.ZodOptional<z.ZodString>;
    socketMode: z.ZodDefault<z.ZodString>;
    tls: z.ZodOptional<z.ZodObject<{
        cert: z.ZodString;
        key: z.ZodString;
    }, z.core.$strict>>;
    admin: z.ZodOptional<z.ZodObject<{
        host: z.ZodDefault<z.ZodString>;
        port: z.ZodOptional<z.ZodInt>;
        socket: z.ZodOptional<z.ZodString>;
        socketMode: z.ZodDefault<z.ZodString>;
    }, z.core.$strict>>;
    instance: z.ZodOptional<z.ZodString>;
    trustedProxies: z.ZodDefault<z.ZodArray<z.ZodString>>;
    proxyHeaders: z.ZodDefault<z.ZodEnum<{
        forwarded: "forwarded";
        "x-forwarded": "x-forwarded";
    }>>;
    proxyProtocol: z.ZodDefault<z.ZodBoolean>;
    log: z.ZodPrefault<z.ZodObject<{
        level: z.ZodDefault<z.ZodEnum<{
            debug: "debug";
            error: "error";
            info: "info";
            warn: "warn";
        }>>;
    }, z.core.$strict>>;
    maxConnectionsPerClient: z.ZodDefault<z.ZodInt>;
    stop: z.ZodPrefault<z.ZodObject<{
        delay: z.ZodDefault<z.ZodTemplateLiteral<`${number}d` | `${number}h` | `${number}m` | `${number}ms` | `${number}s`>>;
        drain: z.ZodDefault<z.ZodTemplateLiteral<`${number}d` | `${number}h` | `${number}m` | `${number}ms` | `${number}s`>>;
    }, z.core.$strict>>;
    preset: z.ZodDefault<z.ZodString>;
    plugins: z.ZodDefault<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
}, z.core.$strict>;
type Validated = Readonly<z.output<typeof KernelKeys>>;
/** The kernel's part of the config, complete. `baseUrl` is undefined while the listening origin counts. */
export interface ResolvedConfig extends Omit<Validated, "$schema" | "service" | "version" | "description"> {
    readonly app: AppInfo;
}
/** `service`, `version` and `description` are one thing to the registry. */
export declare function resolveConfig({ $schema: _, service, version, description, ...others }: Validated): ResolvedConfig;
export {};
