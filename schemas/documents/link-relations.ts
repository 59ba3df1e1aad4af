import { z } from "zod";

/** One relation of this API's links. */
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
