import { z } from "zod";

/** One relation that links of this API have. */
export const LinkRelation = z
  .object({
    rel: z.string(),
    registered: z
      .boolean()
      .describe("Whether IANA has it registered (RFC 8288); otherwise it is an extension."),
    in: z.array(z.enum(["header", "body"])).describe("Link headers, `_links`, or both."),
  })
  .meta({ id: "LinkRelation" });

/** All relations that links of this API have. */
export const LinkRelations = z.object({ relations: z.array(LinkRelation) });
