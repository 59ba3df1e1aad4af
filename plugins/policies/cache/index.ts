import {
  definePlugin,
  definePolicy,
  didYouMean,
  toSeconds,
  type CacheDeclaration,
  type Call,
  type Outcome,
  type Reply,
  type Route,
  type StatementContext,
} from "waymark";
import { hasRanges, isStreamed, namesTag, type BodySlot, type RouteBase } from "waymark/advanced";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import {
  CachePolicyDiscovery,
  ConditionalRequestsDiscovery,
} from "../../../schemas/documents/caching.ts";
import { listField, valueOf } from "../header-list.ts";

const Options = z.strictObject({
  preconditions: z
    .record(z.string(), z.literal("required"))
    .default({})
    .meta({
      description:
        "Writes that are refused with 428 unless they name, in If-Match, the state that they change, by plugin id or plugin.routeId.",
      examples: [{ offices: "required", "brains.patchBrain": "required" }],
    }),
});

/** Returns the value of Cache-Control for 2xx and redirects (RFC 9111, section 5.2.2; RFC 5861, section 3). */
function directives(declared: CacheDeclaration): string {
  if (declared === "no-store") return declared;
  const { scope, maxAge, staleWhileRevalidate } = declared;
  const fresh = `${scope}, max-age=${toSeconds(maxAge)}`;
  if (staleWhileRevalidate === undefined) return fresh;
  return `${fresh}, stale-while-revalidate=${toSeconds(staleWhileRevalidate)}`;
}

/** Checks that the address names the version of the body: a node with a newer body may be asked for an older one. */
function namesVersion({ search }: Call, { representation, facts }: Reply): boolean {
  if (search === "" || representation === undefined || facts.personal === true) return false;
  return new URLSearchParams(search).get("v") === representation.version;
}

/** The same for a handler that may read other routes on behalf of its caller: what depends on the caller is private. */
function directivesOfReads(declared: Exclude<CacheDeclaration, "no-store">): BodySlot {
  const shared = directives(declared);
  const own = directives({ ...declared, scope: "private" });
  return { ofBody: ({ facts }) => (facts.personal === true ? own : shared) };
}

/** Kinds of routes whose answers a handler makes, perhaps for its caller alone. */
const HANDLED: ReadonlySet<string> = new Set(["returns", "page", "list", "text", "bytes"]);

/**
 * Only reads that may be stored get a validator, because the others are made again for every request; and only bodies
 * that are known before they are sent, or kept with a tag.
 */
function isValidated(
  declared: CacheDeclaration | undefined,
  declaration: RouteBase["declaration"],
): boolean {
  const isKnown = !isStreamed(declaration) || hasRanges(declaration);
  return declared !== undefined && declared !== "no-store" && isKnown;
}

/** If-Match first, then If-None-Match (RFC 9110, section 13.2.2). Dates are ignored, because no answer has a Last-Modified. */
function precondition(call: Call, reply: Reply): 304 | 412 | undefined {
  const tag = tagOf(reply);
  if (tag === undefined) return undefined;
  const match = call.header("if-match");
  if (match !== undefined && !namesTag(match, tag, "strong")) return 412;
  const noneMatch = call.header("if-none-match");
  return noneMatch !== undefined && namesTag(noneMatch, tag, "weak") ? 304 : undefined;
}

/** Returns paths whose writes evaluate conditions, and paths that require one; nothing if the service only reads. */
function conditionalWrites(routes: StatementContext["routes"]) {
  const writes = routes.filter(({ represents }) => represents !== undefined);
  if (writes.length === 0) return {};
  const required = writes.filter(({ declaration }) => declaration.preconditions === "required");
  const paths = (some: typeof writes) => [...new Set(some.map(({ path }) => path))];
  return { writes: { endpoints: paths(writes), required: paths(required) } };
}

/** Checks that requests of a route change a resource that is there. */
function isChanging({ method = "GET", acts }: Partial<Pick<Route, "method" | "acts">>): boolean {
  return acts !== undefined || ["PUT", "PATCH", "DELETE"].includes(method);
}

function tagOf({ representation, facts }: Reply): string | undefined {
  return facts.etag ?? (facts.transient === true ? undefined : representation?.etag);
}

const policy = definePolicy({
  id: "cache",
  options: Options,
  key: "cache",
  schema: z.union([
    z.literal("no-store"),
    z.strictObject({
      scope: z.enum(["public", "private"]),
      maxAge: Duration,
      staleWhileRevalidate: Duration.optional(),
      versioned: z.literal(true).optional(),
    }),
  ]),
  reads: {
    "if-none-match": { description: "Entity tags the client has; a match answers 304." },
    "if-match": { description: "Entity tags the client accepts; no match answers 412." },
  },
  writes: {
    "Cache-Control": "What caches may do with the answer.",
    ETag: "A hash of the bytes sent, for If-None-Match.",
  },
  sharedHeaders: ["Cache-Control"],
  adjust(route, ref, { preconditions }) {
    if (!isChanging(route)) return route;
    const [plugin = ""] = ref.split(".");
    const required = preconditions[ref] ?? preconditions[plugin];
    // The same kind of route with a further key, which the union of kinds cannot express.
    return required === undefined ? route : ({ ...route, preconditions: required } as Route);
  },
  compile({ kind, document, represents, answersAs, declaration }, _ctx, declared) {
    const validated = isValidated(declared, declaration);
    // Errors too: 404, 405, 410, 414 and 501 could be stored otherwise (RFC 9110, section 15.1).
    const forBody = declared === undefined ? "no-store" : directives(declared);
    const reads = HANDLED.has(kind) && !document;
    const isShared = typeof declared === "object" && declared.scope === "public";
    const forRead = reads && isShared ? directivesOfReads(declared) : forBody;
    // RFC 8246: another body has another address.
    const forever =
      typeof declared === "object" ? `${declared.scope}, max-age=31536000, immutable` : "";
    const cacheControl: Readonly<Record<Outcome, string | BodySlot | undefined>> = {
      ok: forRead,
      redirect: forBody,
      notModified: forRead,
      error: "no-store",
      options: undefined, // answers to OPTIONS cannot be stored
    };
    return {
      reads: validated || represents !== undefined ? ["if-none-match", "if-match"] : [],
      ...(validated ? { precondition } : {}),
      // Clients go past caches with it: /api/consistency-policy says so.
      contributes: [
        {
          header: "Access-Control-Allow-Headers",
          value: "Cache-Control",
          outcomes: ["options"],
        },
      ],
      fields(outcome, view) {
        const base = cacheControl[outcome];
        const own =
          base === forRead && typeof declared === "object" && declared.versioned
            ? (call: Call, reply: Reply) =>
                namesVersion(call, reply) ? forever : valueOf(base, reply)
            : base;
        const tagged =
          (validated && (outcome === "ok" || outcome === "notModified")) ||
          (answersAs !== undefined && outcome === "ok");
        return {
          "Cache-Control":
            own === undefined ? undefined : listField([own], view.contributed("Cache-Control")),
          ETag: tagged ? { ofBody: tagOf } : undefined,
        };
      },
    };
  },
  statement({ routes }): z.output<typeof CachePolicyDiscovery> {
    const reads = routes.flatMap(({ path, kind, declaration }) => {
      const { cache } = declaration;
      return cache === undefined
        ? []
        : [{ path, kind, cache, validated: isValidated(cache, declaration) }];
    });
    return {
      cacheable: reads.flatMap(({ path, cache }) =>
        cache === "no-store"
          ? []
          : {
              path,
              scope: cache.scope,
              maxAge: toSeconds(cache.maxAge),
              revalidate: toSeconds(cache.staleWhileRevalidate ?? "0s"),
              ...(cache.versioned && { versioned: true }),
            },
      ),
      noStore: reads.filter(({ cache }) => cache === "no-store").map(({ path }) => path),
      revalidation: {
        validator: "ETag",
        conditions: ["If-None-Match", "If-Match"],
        endpoints: reads
          .filter(({ kind, validated }) => kind !== "redirect" && validated)
          .map(({ path }) => path),
      },
      ...conditionalWrites(routes),
    };
  },
  conformance: () => import("./conformance.ts"),
});

export default definePlugin({
  id: "cache",
  summary: "Sets Cache-Control and ETag, and answers 304 when the client already has the answer.",
  section: "policies",
  icon: "M1.75 2.25h12.5v3.5H1.75zM3 5.75v8h10v-8M6.5 8.75h3",
  options: Options,
  policies: [policy],
  schemas: { CachePolicyDiscovery, ConditionalRequestsDiscovery },

  routes: {
    showCachePolicy: {
      method: "GET",
      path: "/api/cache-policy",
      summary: "Read which answers caches may keep, and for how long.",
      returns: CachePolicyDiscovery,
      document: true,
      publish: { rootLink: "cachePolicy", capability: "cachePolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { conditionalRequests: "showConditionalRequests", client: "client.showFile" },
    },
    showConditionalRequests: {
      method: "GET",
      path: "/api/conditional-requests",
      summary: "Read which routes answer conditional requests.",
      returns: ConditionalRequestsDiscovery,
      document: true,
      publish: { rootLink: "conditionalRequests", capability: "conditionalRequestsDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { cachePolicy: "showCachePolicy" },
    },
  },

  documents: {
    showCachePolicy: ({ statements }) => CachePolicyDiscovery.parse(statements["cache"]),
    showConditionalRequests: ({ statements }) => {
      const { revalidation } = CachePolicyDiscovery.parse(statements["cache"]);
      return { ...revalidation, status: 304 };
    },
  },

  validate: {
    run({ routes }, { preconditions }) {
      const changing = routes.filter(({ value }) => isChanging(value));
      const known = [
        ...new Set(changing.flatMap(({ plugin, name }) => [plugin, `${plugin}.${name}`])),
      ];
      return Object.keys(preconditions)
        .filter((name) => !known.includes(name))
        .map((name) => ({
          code: "PRECONDITIONS_UNKNOWN" as const,
          where: `plugins.cache.preconditions.${name}`,
          message: `no enabled plugin or route that changes a resource is named ${JSON.stringify(name)}`,
          hint: didYouMean(name, known),
        }));
    },
  },
});
