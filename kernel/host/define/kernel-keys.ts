/** The top-level keys of the config, stated once: validation, types, the JSON Schema and `waymark explain` read them. */
import { isIP } from "node:net";
import { z } from "zod";
import { toMilliseconds } from "../../../registry/contract/duration.ts";
import { textIn } from "../../../registry/contract/route/page.ts";
import type { AppInfo } from "../../../registry/contract/plugin/registry.ts";
import { isLanguageTag } from "../../../registry/contract/language.ts";
import type { Localized } from "../../../registry/contract/types.ts";
import { Duration } from "../../../schemas/duration.ts";

const BaseUrl = z
  .url({ protocol: /^https?$/, error: "not an http or https URL", abort: true })
  .refine((text) => text.replace(/\/$/, "").toLowerCase() === new URL(text).origin, {
    error: "only scheme, host and port can be set, without a default port, a path or a query",
  })
  // Before the transformation, or the JSON Schema of the input would lack the examples.
  .meta({ examples: ["https://api.example.com"] })
  .transform((text) => new URL(text).origin);

const Network = z
  .string()
  .refine(isNetwork, { error: "neither an IP address nor a network" })
  .meta({ description: "An IP address, a network such as 10.0.0.0/8, or unix for a Unix socket." });

/** Levels from the least to the most urgent. */
export const LEVELS = ["debug", "info", "warn", "error"] as const;

const Port = z.int().min(0).max(65_535);
const StopTime = Duration.refine((duration) => toMilliseconds(duration) <= 3_600_000, {
  error: "a stop takes at most 1h",
});

const TextByLanguage = z
  .record(
    z.string().refine(isLanguageTag, { error: "write a language tag, such as en or pt-BR" }),
    z.string().min(1),
  )
  .refine((texts) => Object.keys(texts).length > 0, { error: "write at least one text" });
const LocalizedText = z.union([z.string().min(1), TextByLanguage]);

/** Keys of the config that belong to the kernel. */
export const KernelKeys = z.strictObject({
  $schema: z.string().optional().meta({ description: "Address of a JSON Schema, for editors." }),
  /** Name of the service, shown wherever it describes itself; a name, or a name for each language. Default `waymark`. */
  service: LocalizedText.default("waymark").meta({
    description: "Name of the service; by language, the first one is for programs.",
    examples: ["brain-atlas"],
  }),
  /** Version of the service, as its operator counts. Default `0.1.0`. */
  version: z
    .string()
    .min(1)
    .default("0.1.0")
    .meta({ description: "Version of the service.", examples: ["1.4.0"] }),
  /** Sentence about the service, or a sentence for each language. */
  description: z
    .union([z.string(), TextByLanguage])
    .default("An API server that describes itself.")
    .meta({
      description: "One sentence about the service; by language, the first one is for programs.",
      examples: [{ en: "Everything about our harbors.", es: "Todo sobre nuestros puertos." }],
    }),
  /**
   * Scheme and authority of absolute URLs, such as `https://api.example.com`. Default: the listening origin.
   * Environment: `WAYMARK_BASE_URL`.
   */
  baseUrl: BaseUrl.optional().meta({ description: "Scheme and authority of absolute URLs." }),
  /** Address or name to listen at. Default `127.0.0.1`; `0.0.0.0` or `::` for all. Environment: `HOST`. */
  host: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .meta({ description: "Address or name to listen at.", examples: ["0.0.0.0"] }),
  /** Port to listen at; 0 takes a free one. Default 3000. Environment: `PORT`. */
  port: Port.default(3000).meta({ description: "Port to listen at; 0 takes a free one." }),
  /**
   * Name of this instance, unique among instances that share a store, stable across restarts. Default: host name and port.
   * Environment: `WAYMARK_INSTANCE`.
   */
  instance: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description:
        "Name of this instance, unique among those that share a store and stable across restarts. Default: host name and port.",
      examples: ["node-1"],
    }),
  trustedProxies: z
    .array(Network)
    .default([])
    .meta({
      description: "Proxies whose forwarding headers count.",
      examples: [["127.0.0.1", "10.0.0.0/8"]],
    }),
  /**
   * Headers that the trusted proxies write. Only these count, because a proxy may pass on the others as a client sent
   * them. Default `x-forwarded`.
   */
  proxyHeaders: z
    .enum(["x-forwarded", "forwarded"])
    .default("x-forwarded")
    .meta({ description: "Headers that the trusted proxies write: X-Forwarded-* or Forwarded." }),
  log: z
    .strictObject({
      level: z
        .enum(LEVELS)
        .default("info")
        .meta({ description: "Lines below this level are dropped." }),
    })
    .prefault({})
    .meta({ description: "The log on standard output.", examples: [{ level: "debug" }] }),
  stop: z
    .strictObject({
      delay: StopTime.default("5s").describe(
        "How long to answer on after SIGTERM, not ready and with Connection: close, so that load balancers turn away.",
      ),
      drain: StopTime.default("35s").describe(
        "How long requests may then take to finish. The rest is cut, logged and counted.",
      ),
    })
    .prefault({})
    .meta({
      description: "How the service stops.",
      examples: [{ delay: "10s", drain: "60s" }],
    }),
  /** Module with the ordered list of plugins to begin with. Default `waymark/preset`, the first-party plugins. */
  preset: z
    .string()
    .min(1)
    .default("waymark/preset")
    .meta({ description: "Module with the list of plugins to begin with." }),
  plugins: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({
      description: "Settings by plugin id, package name or relative path.",
      examples: [{ cors: false }],
    }),
});

type Validated = Readonly<z.output<typeof KernelKeys>>;

/** The kernel's part of the config, complete. `baseUrl` is undefined while the listening origin counts. */
export interface ResolvedConfig extends Omit<
  Validated,
  "$schema" | "service" | "version" | "description"
> {
  readonly app: AppInfo;
}

/** Completes the config. `service`, `version` and `description` are one thing to the registry. */
export function resolveConfig({
  $schema: _,
  service,
  version,
  description,
  ...others
}: Validated): ResolvedConfig {
  const localized = [service, description].filter(
    (text: Localized): text is Exclude<Localized, string> => typeof text !== "string",
  );
  const app = {
    name: textIn(service, undefined),
    version,
    description: textIn(description, undefined),
    ...(localized.length > 0 && { localized }),
  };
  return { app, ...others };
}

function isNetwork(text: string): boolean {
  if (text === "unix") return true;
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}
