/**
 * The shapes of what plugins declare, for authors without types: what does not fit is a finding with its place and what to
 * write. Schemas in declarations, and keys that policies own, are checked elsewhere.
 */
import { existsSync } from "node:fs";
import { z } from "zod";
import { isDuration, toMilliseconds } from "../../contract/duration.ts";
import { isHeaderName } from "../../contract/policy/headers.ts";
import { invalidPath } from "../../contract/route/path.ts";
import { isLanguageTag } from "../../contract/language.ts";

/** Makes the schema of texts of one form. */
function text(expected: string, fits: (text: string) => boolean, example: string): z.ZodString {
  return z
    .string()
    .refine(fits, `expected ${expected}`)
    .meta({ examples: [example] });
}

function distinct<T extends z.ZodType>(item: T): z.ZodArray<T> {
  const isDistinct = (items: readonly unknown[]) => new Set(items).size === items.length;
  return z.array(item).refine(isDistinct, "expected each one once");
}

/** Makes the schema of an object with one entry or more. */
function record<T extends z.ZodType>(name: z.ZodString, value: T): z.ZodRecord<z.ZodString, T> {
  const isFilled = (entries: object) => Object.keys(entries).length > 0;
  return z.record(name, value).refine(isFilled, "expected one entry or more");
}

const Text = z.string().min(1);
const Advice = Text.describe("one sentence for people; leave it out where there is none");
const Flag = z.boolean().optional();
const Anything = z.unknown().optional();

const Duration = text("a duration", isDuration, "5s").describe("a number with its unit");
const isLong = (value: string) => !isDuration(value) || toMilliseconds(value) > 0;
const LanguageTag = text("a language tag of BCP 47 in its usual spelling", isLanguageTag, "pt-BR");
const HeaderName = text("a name of letters, digits and hyphens", isHeaderName, "X-Receipt");

/** A media type in lower case (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:;.+)?$/;
const MediaType = text(
  "a media type in lower case",
  (type) => MEDIA_TYPE.test(type),
  "application/pdf",
);
/** Type whose bodies are one JSON value. */
const JsonType = text(
  "a media type of JSON in lower case, without parameters",
  (type) => /^[a-z0-9!#$&^_.-]+\/(?:[a-z0-9!#$&^_.-]+\+)?json$/.test(type),
  "application/merge-patch+json",
);
const oneOrMore = (type: z.ZodString) =>
  z.union([type, distinct(type).min(1)]).meta({ examples: type.meta()?.examples });

const RouteRef = Text.describe("the id of a route");
const Relation = z
  .union([
    RouteRef,
    z.strictObject({ to: RouteRef, with: z.record(z.string(), z.string()).optional() }),
  ])
  .describe("the id of a route, or { to, with }");
/** A class may make them too, which a record would refuse. */
const Relations = z.object({}).catchall(Relation).optional();

const Status = z
  .int()
  .refine(
    (status) => status >= 200 && status <= 599 && (status < 300 || status > 399),
    "expected a status 2xx, 4xx or 5xx",
  )
  .describe("a redirect is a route of its own, and 304 is the kernel's");

/** The page's texts are checked with the languages of its route. */
const Page = z.strictObject({
  title: Anything,
  description: Anything,
  menu: z.enum(["main", "footer", "none"]).default("footer"),
  updated: z.iso
    .date()
    .meta({ examples: ["2026-11-21"] })
    .optional(),
});

const Streamed = z.looseObject({
  mediaTypes: oneOrMore(MediaType),
  streamed: z
    .literal(true)
    .describe("leave it out, or write true: without it, a list of types is enough"),
  ranges: z
    .literal(true)
    .describe("leave it out, or write true: without it, the bytes are sent whole")
    .optional(),
});

const Publish = z
  .strictObject({ rootLink: Text.optional(), capability: Text.optional() })
  .refine(({ rootLink, capability }) => (rootLink ?? capability) !== undefined, {
    error: "expected a rootLink, a capability or both",
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ examples: [{ rootLink: "harbors", capability: "harbors" }] });

export const RouteShape = z
  .looseObject({
    path: z
      .string()
      .refine((path) => invalidPath(path) === undefined, {
        error: ({ input }) => invalidPath(String(input)),
      })
      .meta({ examples: ["/api/brains/{id}"] }),
    method: z
      .enum(["GET", "POST", "PUT", "PATCH", "DELETE"])
      .describe("HEAD and OPTIONS are derived from the routes of a path"),
    summary: Text.describe("one sentence on what the route answers"),
    listener: z
      .literal("admin")
      .describe('leave it out, or write "admin": without it, the route is served to clients')
      .optional(),
    timeout: Duration.refine(isLong, "expected a duration longer than 0").optional(),
    languages: distinct(LanguageTag)
      .meta({ examples: [["en", "pt-BR"]], description: "the default first" })
      .optional(),
    statuses: z.array(Status).optional(),
    errors: z.array(z.string()).optional(),
    absent: Text.describe('say until when: "until uploaded"').optional(),
    produces: z.array(Text).optional(),
    relations: Relations,
    creates: Relation.optional(),
    acts: RouteRef.optional(),
    news: z
      .literal(false)
      .describe("leave it out, or write false: without it, news follow from what requests change")
      .optional(),
    redirects: z
      .looseObject({
        to: RouteRef,
        status: z
          .literal(303)
          .describe("clients repeat a write after 307 and 308, and some do after 301 and 302"),
      })
      .optional(),
    preconditions: z
      .literal("required")
      .describe(
        'leave it out, or write "required": without it, requests without a condition write in any case',
      )
      .optional(),
    publish: Publish.optional(),
    document: Flag,
    responseHeaders: record(HeaderName, Anything)
      .describe('write { "X-Receipt": z.string() }')
      .optional(),
    bodies: record(JsonType, Anything)
      .describe('write { "application/merge-patch+json": z.object({ … }) }')
      .optional(),
    list: z
      .looseObject({
        of: Anything,
        as: Text,
        name: Text,
        maxPageSize: z.int().min(1).optional(),
        relations: Relations,
      })
      .optional(),
    redirect: z.looseObject({ to: RouteRef }).optional(),
    alwaysFails: z.looseObject({ code: Text, retryAfter: Duration.optional() }).optional(),
    stream: z.looseObject({ events: z.record(z.string(), Anything) }).optional(),
    page: Page.optional(),
    text: z.looseObject({ mediaType: Text }).optional(),
    bytes: z
      .union([MediaType, distinct(MediaType).min(1), Streamed])
      .meta({ examples: ["application/pdf", ["image/png", "image/jpeg"]] })
      .optional(),
    empty: z
      .literal(true)
      .describe("leave it out, or write true: without it, say what the route returns")
      .optional(),
  })
  .meta({ examples: [{ method: "GET", path: "/ping", summary: "…" }] });

export const ErrorShape = z.strictObject({
  status: z
    .int()
    .refine((status) => status >= 400 && status <= 599, "expected a whole number from 400 to 599")
    .describe(
      "one of RFC 9110, section 15, such as 409; other answers have a status of their route's statuses",
    ),
  message: Text.describe("one sentence for people, the same on every occurrence"),
  cause: Advice.optional(),
  remedy: Advice.optional(),
  retry: z.boolean().describe("leave it out where the status says whether to try again").optional(),
});

export const EventShape = z.strictObject({
  of: Anything,
  ofWritable: Anything,
  access: z
    .union([z.enum(["public", "authenticated"]), z.strictObject({ scopes: z.array(Text).min(1) })])
    .meta({
      examples: [{ scopes: ["maps:read"] }],
      description: "without it, everybody receives the event",
    })
    .optional(),
  scope: z.enum(["cluster", "instance"]).default("cluster"),
  webhooks: z.boolean().optional(),
});

/** The headers of a policy. */
export const PolicyShape = z.looseObject({
  reads: z.record(HeaderName, Anything).optional(),
  writes: z.record(HeaderName, Anything).optional(),
});

/** The shape of added languages. A file is read on first use, so only its place is checked. */
export const LanguagesShape = z
  .record(
    LanguageTag,
    z
      .instanceof(URL, { error: "expected the URL of a JSON file" })
      .refine(
        (file) => file.protocol === "file:" && existsSync(file),
        "expected a file that exists",
      ),
  )
  .meta({ examples: [{ fr: 'new URL("./fr.json", import.meta.url)' }] });
