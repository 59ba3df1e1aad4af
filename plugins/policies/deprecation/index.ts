/** Deprecated routes: Deprecation (RFC 9745) and Sunset (RFC 8594). */
import { definePlugin, definePolicy } from "waymark";
import { z } from "zod";
import { DeprecationPolicyDiscovery, Stability } from "../../../schemas/api.ts";

declare module "waymark" {
  interface RoutePolicies {
    /** The route is deprecated and will be removed. Dates are days in UTC; `successor` is the id of another route. */
    readonly deprecated?: {
      readonly since: string;
      readonly sunset: string;
      readonly successor: `${string}.${string}`;
    };
  }
}

const Options = z.strictObject({
  noticePeriodMonths: z
    .int()
    .min(0)
    .default(12)
    .describe(
      "Minimum number of months between deprecation and sunset. `waymark check` tests that every route keeps it.",
    ),
});

const Deprecated = z
  .strictObject({
    since: z.iso.date(),
    sunset: z.iso.date(),
    successor: z.string().regex(/^[^.]+\.[^.]+$/),
  })
  .refine(({ since, sunset }) => since <= sunset, {
    path: ["sunset"],
    message: "the sunset must not be before the deprecation",
  });

export default definePlugin({
  id: "deprecation",
  summary: "Announces when a route will be removed, and what replaces it.",
  section: "policies",
  icon: "M1.5 13h13M4.25 13a3.75 3.75 0 0 1 7.5 0M8 1.5v5M5.75 4.5 8 6.75l2.25-2.25",
  options: Options,
  schemas: { DeprecationPolicyDiscovery },
  policies: [
    definePolicy({
      id: "deprecation",
      options: Options,
      key: "deprecated",
      schema: Deprecated,
      writes: {
        Deprecation: "When the route became, or becomes, deprecated: `@` and Unix seconds.",
        Sunset: "When the route is expected to stop answering.",
      },
      compile(_route, ctx, deprecated) {
        if (deprecated === undefined) return undefined;
        const links = {
          "successor-version": ctx.href(deprecated.successor),
          deprecation: ctx.href("deprecation.showDeprecationPolicy"),
        };
        const fields = {
          Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
          Sunset: new Date(deprecated.sunset).toUTCString(),
        };
        return {
          contributes: Object.entries(links).flatMap(([rel, href]) =>
            href === undefined ? [] : [{ header: "Link", value: `<${href}>; rel="${rel}"` }],
          ),
          fields: () => fields,
        };
      },
      statement: ({ options, routes, href }) => ({
        noticePeriodMonths: options.noticePeriodMonths,
        deprecationHeader: { name: "Deprecation", reference: "RFC 9745" },
        sunsetHeader: { name: "Sunset", reference: "RFC 8594" },
        stabilityValues: Stability.options,
        routes: routes.flatMap(({ method, path, declaration: { deprecated } }) => {
          if (deprecated === undefined) return [];
          const { since, sunset } = deprecated;
          return [{ method, path, since, sunset, successor: href(deprecated.successor) ?? null }];
        }),
      }),
      conformance: () => import("./conformance.ts"),
    }),
  ],

  routes: {
    showDeprecationPolicy: {
      method: "GET",
      path: "/api/deprecation-policy",
      summary: "Read the deprecation policy, and which routes are deprecated.",
      returns: DeprecationPolicyDiscovery,
      document: true,
      publish: { rootLink: "deprecationPolicy", capability: "deprecationPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      // Deprecations are announced in the changelog.
      relations: {
        changelog: "changelog.listReleases",
        feed: "changelog.listReleases",
        versions: "root.listVersions",
      },
    },
  },

  documents: {
    showDeprecationPolicy: ({ statements }) =>
      DeprecationPolicyDiscovery.parse(statements["deprecation"]),
  },
});
