import {
  definePlugin,
  definePolicy,
  fillRelation,
  type Reply,
  type RouteInfo,
  type SealedRoute,
} from "waymark";
import { z } from "zod";
import { LinkRelations } from "../../../schemas/documents/link-relations.ts";
import { listField } from "../header-list.ts";
import { linksSchema, planLinks, selfOf, type LinkPlan, type Links } from "./body-links.ts";
import { REGISTERED } from "./registered.ts";

const OPENAPI = "openapi.showOpenapi";
const SCHEMA = "schemas.showSchema";
const CATALOG = "errors.listErrors";

/** The relations that links have, in Link headers and in `_links`. */
const Statement = z.object({ header: z.array(z.string()), body: z.array(z.string()) });

const policy = definePolicy({
  id: "links",
  writes: { Link: "Related resources (RFC 8288): the description, the schema, the next page." },
  shares: ["Link"],
  compile(route, { href }) {
    const listed = route.kind === "list";
    const openapi = href(OPENAPI);
    const catalog = href(CATALOG);
    const schema = route.schema === undefined ? undefined : href(SCHEMA, { type: route.schema });

    const describedby =
      openapi === undefined ? [] : [`<${openapi}>; rel="describedby"; type="application/json"`];
    const profile = schema === undefined ? undefined : `<${schema}>; rel="profile"`;
    const everywhere =
      profile === undefined || route.schemaMediaTypes.length === route.mediaTypes.length;
    const ofForm = ({ facts: { sparse, offSchema } }: Reply): string | undefined =>
      sparse === true || offSchema === true ? undefined : profile;
    // Only lists have further pages.
    const ofPage = (reply: Reply): string | undefined => {
      const { next } = reply.facts;
      const ofItems = ofForm(reply);
      if (next === undefined) return ofItems;
      const following = `<${next}>; rel="next"`;
      return ofItems === undefined ? following : `${ofItems}, ${following}`;
    };

    let plan: LinkPlan | undefined;
    // Not at seal: computed links need the finished registry.
    const planFor = (info: RouteInfo): LinkPlan => (plan ??= planLinks(info));
    const related = Object.keys(route.declaration.relations ?? {});

    return {
      fields(outcome, view) {
        const added = view.added("Link");
        const withBody = outcome === "ok" || outcome === "notModified";
        const own = listed ? { ofBody: ofPage } : everywhere ? profile : { ofBody: ofForm };
        return { Link: listField(withBody && own ? [...describedby, own] : describedby, added) };
      },
      members(outcome) {
        // A body without a published type has a format of its own, such as OpenAPI, with no room for members.
        if (outcome === "ok" && route.schema === undefined) return {};
        if (outcome === "ok") {
          return {
            _links: {
              schema: linksSchema([
                "self",
                ...related,
                ...(schema === undefined ? [] : ["profile"]),
                ...(listed ? ["next"] : []),
              ]),
              value({ call, body, facts: { next, sparse, offSchema, applied } }) {
                // RFC 7240, section 4.2: the page, and how to go on.
                if (listed && applied?.includes("return=minimal") === true) {
                  return next === undefined ? undefined : { next: { href: next } };
                }
                const { fixed, open } = planFor(call.route);
                const links: Links = {};
                const self = selfOf(call);
                if (self !== undefined) links["self"] = { href: self };
                for (const relation of open) {
                  const target = fillRelation(relation, call.params, body);
                  if (target !== undefined) links[relation.rel] = { href: target };
                }
                Object.assign(links, fixed);
                if (schema !== undefined && sparse !== true && offSchema !== true)
                  links["profile"] = { href: schema };
                if (next !== undefined) links["next"] = { href: next };
                return links;
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
              // A target that is too long to read is too long to repeat.
              const self = failure?.status === 414 ? undefined : selfOf(call);
              if (self !== undefined) links["self"] = { href: self };
              if (catalog !== undefined) links["errors"] = { href: catalog };
              if (openapi !== undefined) links["describedby"] = { href: openapi };
              // The handler's own refusal leads on as its answer would; a policy's does not.
              const { errors = [], fails } = route.declaration;
              const { code = "" } = failure ?? {};
              if (errors.includes(code) || fails?.code === code) {
                Object.assign(links, planFor(call.route).fixed);
              }
              return links;
            },
          },
        };
      },
    };
  },
  statement({ routes, href }): z.output<typeof Statement> {
    const paged = routes.some(({ engine }) => engine !== undefined);
    const profiles =
      routes.some(({ ref }) => ref === SCHEMA) && routes.some(({ schema }) => schema !== undefined);
    const common = [...(profiles ? ["profile"] : []), ...(paged ? ["next"] : [])];
    const described = href(OPENAPI) === undefined ? [] : ["describedby"];
    return {
      header: unique([...described, ...common, ...routes.flatMap(addedRelations)]),
      body: unique([
        "self",
        ...common,
        ...described,
        ...(href(CATALOG) === undefined ? [] : ["errors"]),
        ...routes.flatMap(relationsOf),
      ]),
    };
  },
  conformance: () => import("./conformance.ts"),
});

/** Relation types of the link-values that other policies add (RFC 8288, section 3.3). */
function addedRelations({ policies }: SealedRoute): readonly string[] {
  return policies
    .flatMap(({ compiled }) => compiled.adds ?? [])
    .flatMap(({ header, value }) => (header === "Link" && typeof value === "string" ? value : []))
    .flatMap((value) => /;\s*rel="([^"]+)"/.exec(value)?.[1]?.split(" ") ?? []);
}

/** Names with a colon, such as `schema:Office`, are made from data, one for each item. */
function relationsOf({ relations, computed }: RouteInfo): readonly string[] {
  const names = [...relations.map(({ rel }) => rel), ...Object.keys(computed())];
  return names.filter((name) => !name.includes(":"));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

export default definePlugin({
  id: "links",
  summary: "Links answers to what they relate to, in the Link header and in `_links`.",
  policies: [policy],
  schemas: { LinkRelations },
  capabilities: { hateoasBodyLinks: true, profileLink: true },

  routes: {
    showLinkRelations: {
      method: "GET",
      path: "/api/link-relations",
      summary: "Read which relations links have.",
      returns: LinkRelations,
      document: true,
      publish: { rootLink: "linkRelations", capability: "linkRelationsDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showLinkRelations: ({ statements }) => {
      const { header, body } = Statement.parse(statements["links"]);
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
