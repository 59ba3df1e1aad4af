/** Routes on their way out: Deprecation (RFC 9745) and Sunset (RFC 8594). */
import { definePlugin, definePolicy } from "waymark";
import { z } from "zod";

declare module "waymark" {
  interface RoutePolicies {
    /** The route is deprecated, and goes away; dates are days in UTC, `successor` is another route. */
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
      "Months between deprecation and sunset. A promise; what routes declare is theirs to keep.",
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
    message: "a route does not end before it is deprecated",
  });

export default definePlugin({
  id: "deprecation",
  summary: "Announces that a route is going away, when, and what replaces it.",
  options: Options,
  capabilities: { sunsetHeader: true },
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
        const successor = ctx.href(deprecated.successor);
        const fields = {
          Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
          Sunset: new Date(deprecated.sunset).toUTCString(),
        };
        return {
          adds:
            successor === undefined
              ? []
              : [{ header: "Link", value: `<${successor}>; rel="successor-version"` }],
          fields: () => fields,
        };
      },
      statement: ({ options, routes, href }) => ({
        noticePeriodMonths: options.noticePeriodMonths,
        deprecationHeader: { name: "Deprecation", reference: "RFC 9745" },
        sunsetHeader: { name: "Sunset", reference: "RFC 8594" },
        routes: routes.flatMap(({ method, path, declaration: { deprecated } }) => {
          if (deprecated === undefined) return [];
          const { since, sunset } = deprecated;
          return [{ method, path, since, sunset, successor: href(deprecated.successor) ?? null }];
        }),
      }),
    }),
  ],
});
