import { definePlugin, definePolicy } from "waymark";
import { bodiesOf } from "waymark/advanced";
import { z } from "zod";
import { SizeLimits } from "../../../schemas/documents/limits.ts";

declare module "waymark" {
  interface RoutePolicies {
    /** Largest request body of this route, in bytes, if it is lower than the limit of all routes. */
    readonly maxPayloadBytes?: number;
  }
}

const options = z.strictObject({
  maxUrlLength: z
    .int()
    .min(1)
    .default(8192)
    .describe("Longest path and query, in bytes. Longer ones are answered with 414."),
  maxRequestPayloadBytes: z
    .int()
    .min(0)
    .default(1_048_576)
    .describe("Largest request body, in bytes. Larger ones are answered with 413."),
  maxPayloadBytesUnderWay: z
    .int()
    .min(0)
    .default(67_108_864)
    .describe(
      "Most bytes of all request bodies that are received at the same time. Above, the oldest are answered with 503.",
    ),
  maxRequestValues: z
    .int()
    .min(1)
    .default(10_000)
    .describe(
      "Most values in a JSON request body, those within lists and objects included. More are answered with 413.",
    ),
});

const policy = definePolicy({
  id: "size-limits",
  options,
  guards: false,
  key: "maxPayloadBytes",
  schema: z.int().min(0),
  compile({ declaration }, { options: limits }, ofRoute = Infinity) {
    if (Object.keys(bodiesOf(declaration)).length === 0 && ofRoute !== Infinity)
      throw new Error("maxPayloadBytes limits a body, and the route declares none");
    const { maxUrlLength } = limits;
    return {
      maxBodyBytes: Math.min(limits.maxRequestPayloadBytes, ofRoute),
      maxBodyBytesUnderWay: limits.maxPayloadBytesUnderWay,
      maxBodyValues: limits.maxRequestValues,
      admit({ path, search }) {
        const length = path.length + search.length;
        if (length <= maxUrlLength) return undefined;
        return {
          code: "uri-too-long",
          detail: `Path and query are ${length} bytes long; at most ${maxUrlLength} are accepted.`,
        };
      },
    };
  },
  statement: ({ options: { maxUrlLength, maxRequestPayloadBytes, maxRequestValues }, routes }) => ({
    maxUrlLength,
    maxRequestPayloadBytes,
    maxRequestValues,
    operations: routes.flatMap(({ method, path, declaration, site, policies }) => {
      const own = declaration.maxPayloadBytes ?? Infinity;
      const limits = Object.assign({}, ...policies.map(({ compiled }) => compiled.limits));
      const operation = {
        method,
        path,
        ...(own < maxRequestPayloadBytes && { maxRequestPayloadBytes: own }),
        ...(Object.keys(limits).length > 0 && { limits }),
      };
      return site || Object.keys(operation).length === 2 ? [] : [operation];
    }),
  }),
  conformance: () => import("./conformance.ts"),
});

export default definePlugin({
  id: "size-limits",
  summary: "Refuses URLs and bodies that are too large.",
  section: "policies",
  icon: "M1.75 10.75l9-9 3.5 3.5-9 9zM4.5 8 6 9.5M7.25 5.25l1.5 1.5",
  options,
  policies: [policy],
  schemas: { SizeLimits },

  routes: {
    showSizeLimits: {
      method: "GET",
      path: "/api/size-limits",
      summary: "Read how large requests may be.",
      returns: SizeLimits,
      document: true,
      publish: { rootLink: "sizeLimits", capability: "sizeLimitsDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: { showSizeLimits: ({ statements }) => SizeLimits.parse(statements["size-limits"]) },
});
