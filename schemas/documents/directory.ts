import { z } from "zod";

/** Part of the documentation. */
export const DocumentationResource = z
  .object({ name: z.string(), href: z.string() })
  .meta({ id: "DocumentationResource" });

/** The documentation of the API. */
export const DocumentationDiscovery = z.object({ resources: z.array(DocumentationResource) });

/** Relation of this API's links. */
export const LinkRelation = z
  .object({
    rel: z.string(),
    registered: z
      .boolean()
      .describe("Whether it is registered with IANA (RFC 8288); otherwise it is an extension."),
    in: z.array(z.enum(["header", "body"])).describe("Link headers, `_links`, or both."),
  })
  .meta({ id: "LinkRelation" });

/** All relations of this API's links. */
export const LinkRelations = z.object({ relations: z.array(LinkRelation) });

/** Path below `/.well-known/` (RFC 8615). */
export const WellKnownPath = z
  .object({
    name: z.string().describe("The part after `/.well-known/`."),
    path: z.string(),
    summary: z.string(),
    registered: z.boolean().describe("Whether the name is registered with IANA (RFC 8615)."),
  })
  .meta({ id: "WellKnownPath" });

/** The paths below `/.well-known/` that are served. */
export const WellKnownPaths = z.object({ paths: z.array(WellKnownPath) });
