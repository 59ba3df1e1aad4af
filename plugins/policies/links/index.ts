import { definePlugin, definePolicy, type Reply, type SealedRoute } from "waymark";
import { fillRelation, type RouteInfo } from "waymark/advanced";
import { z } from "zod";
import { LinkRelations } from "../../../schemas/documents/directory.ts";
import { listField } from "../header-list.ts";
import {
  itemLinks,
  linksSchema,
  planLinks,
  selfLink,
  type LinkPlan,
  type Links,
  familyOf,
} from "./body-links.ts";
import { REGISTERED } from "./registered.ts";

const OPENAPI = "openapi.showOpenapi";
const SCHEMA = "schemas.showSchema";
const CATALOG = "errors.listErrors";

/** The relations of links, in Link headers and in `_links`. */
const LinksStatement = z.object({ header: z.array(z.string()), body: z.array(z.string()) });

const policy = definePolicy({
  id: "links",
  writes: { Link: "Related resources (RFC 8288): the description, the schema, the next page." },
  sharedHeaders: ["Link"],
  compile(route, { href }) {
    const isList = route.kind === "list";
    const openapi = href(OPENAPI);
    const catalog = href(CATALOG);
    const schema = route.schema === undefined ? undefined : href(SCHEMA, { type: route.schema });

    const describedby =
      openapi === undefined ? [] : [`<${openapi}>; rel="describedby"; type="application/json"`];
    const profile = schema === undefined ? undefined : `<${schema}>; rel="profile"`;
    const everywhere =
      profile === undefined || route.schemaMediaTypes.length === route.mediaTypes.length;
    const profileLink = ({ facts: { offSchema } }: Reply): string | undefined =>
      offSchema === true ? undefined : profile;
    // Only lists have further pages.
    const pageLinks = (reply: Reply): string | undefined => {
      const { next } = reply.facts;
      const linkToProfile = profileLink(reply);
      if (next === undefined) return linkToProfile;
      const following = `<${next}>; rel="next"`;
      return linkToProfile === undefined ? following : `${linkToProfile}, ${following}`;
    };

    let plan: LinkPlan | undefined;
    // Not at seal: computed links need the finished registry.
    const planFor = (info: RouteInfo): LinkPlan => (plan ??= planLinks(info));
    const related = Object.keys(route.declaration.relations ?? {});

    return {
      fields(outcome, view) {
        const added = view.contributed("Link");
        const withBody = outcome === "ok" || outcome === "notModified";
        const own = isList ? { ofBody: pageLinks } : everywhere ? profile : { ofBody: profileLink };
        return { Link: listField(withBody && own ? [...describedby, own] : describedby, added) };
      },
      members(outcome) {
        // A body without a published type has its own format, such as OpenAPI, where members cannot be added.
        if (outcome === "ok" && route.schema === undefined) return {};
        if (outcome === "ok") {
          return {
            _links: {
              schema: linksSchema([
                "self",
                ...related,
                ...(schema === undefined ? [] : ["profile"]),
                ...(isList ? ["next"] : []),
              ]),
              value({ call, body, facts: { next, created, offSchema, applied } }) {
                const links: Links = {};
                const last: Links = {
                  ...(schema === undefined || offSchema === true
                    ? {}
                    : { profile: { href: schema } }),
                  ...(next === undefined ? {} : { next: { href: next } }),
                };
                // A minimal representation (RFC 7240, section 4.2) has no others.
                if (isList && applied?.includes("return=minimal") === true)
                  return Object.keys(last).length === 0 ? undefined : last;
                const { fixed, open } = planFor(call.route);
                const self = created ?? selfLink(call);
                if (self !== undefined) links["self"] = { href: self };
                for (const relation of open) {
                  const target = fillRelation(relation, call.params, body);
                  if (target !== undefined) links[relation.rel] = { href: target };
                }
                return Object.assign(links, fixed, itemLinks(call.route, call.params, body), last);
              },
            },
          };
        }
        if (outcome !== "error") return {};
        return {
          _links: {
            schema: linksSchema([
              "self",
              ...(catalog === undefined ? [] : ["errors"]),
              ...(openapi === undefined ? [] : ["describedby"]),
            ]),
            value({ call, failure }) {
              const links: Links = {};
              // A URL that was too long is not repeated.
              const self = failure?.status === 414 ? undefined : selfLink(call);
              if (self !== undefined) links["self"] = { href: self };
              if (catalog !== undefined) links["errors"] = { href: catalog };
              if (openapi !== undefined) links["describedby"] = { href: openapi };
              // A refusal that the route declares has the route's links; a policy's refusal does not.
              const { errors = [], alwaysFails } = route.declaration;
              const { code = "" } = failure ?? {};
              if (errors.includes(code) || alwaysFails?.code === code) {
                Object.assign(links, planFor(call.route).fixed);
              }
              return links;
            },
          },
        };
      },
    };
  },
  statement({ routes, href }): z.output<typeof LinksStatement> {
    const paged = routes.some(({ engine }) => engine !== undefined);
    const profiles =
      routes.some(({ ref }) => ref === SCHEMA) && routes.some(({ schema }) => schema !== undefined);
    const common = [...(profiles ? ["profile"] : []), ...(paged ? ["next"] : [])];
    const described = href(OPENAPI) === undefined ? [] : ["describedby"];
    return {
      header: unique([...described, ...common, ...routes.flatMap(relationsOfPolicies)]),
      body: unique([
        "self",
        ...common,
        ...described,
        ...(href(CATALOG) === undefined ? [] : ["errors"]),
        ...routes.flatMap(relationsOfRoute),
      ]),
    };
  },
  conformance: () => import("./conformance.ts"),
});

/** Relation types of the links that other policies add (RFC 8288, section 3.3). */
function relationsOfPolicies({ policies }: SealedRoute): readonly string[] {
  return policies
    .flatMap(({ compiled }) => compiled.contributes ?? [])
    .flatMap(({ header, value }) => (header === "Link" && typeof value === "string" ? value : []))
    .flatMap((value) => /;\s*rel="([^"]+)"/.exec(value)?.[1]?.split(" ") ?? []);
}

/** Returns the names of a route's relations, and of families that data makes, such as `schema:{key}`, once each. */
function relationsOfRoute({ relations, itemRelations, computed }: RouteInfo): readonly string[] {
  return [
    ...[...relations.map(({ rel }) => rel), ...Object.keys(computed())].map(familyOf),
    ...itemRelations.map(({ rel }) => familyOf(`${rel}:`)),
  ];
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

export default definePlugin({
  id: "links",
  summary: "Adds links to related resources, in the Link header and in `_links`.",
  section: "policies",
  icon: "M6.75 9.25a2.75 2.75 0 0 0 3.9 0l2.5-2.5a2.75 2.75 0 0 0-3.9-3.9L8.5 3.6M9.25 6.75a2.75 2.75 0 0 0-3.9 0l-2.5 2.5a2.75 2.75 0 0 0 3.9 3.9l.75-.75",
  policies: [policy],
  schemas: { LinkRelations },
  capabilities: {
    hateoasBodyLinks: true,
    profileLink: ({ statements }) =>
      LinksStatement.parse(statements["links"]).header.includes("profile"),
  },

  routes: {
    showLinkRelations: {
      method: "GET",
      path: "/api/link-relations",
      summary: "List the relations that links have.",
      returns: LinkRelations,
      document: true,
      publish: { rootLink: "linkRelations", capability: "linkRelationsDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showLinkRelations: ({ statements }) => {
      const { header, body } = LinksStatement.parse(statements["links"]);
      return {
        relations: unique([...header, ...body]).map((rel) => ({
          rel,
          registered: REGISTERED.has(rel),
          in: [
            ...(header.includes(rel) ? (["header"] as const) : []),
            ...(body.includes(rel) ? (["body"] as const) : []),
          ],
        })),
      };
    },
  },
});
