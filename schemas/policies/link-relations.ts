import { z } from "zod";

export const LinkRelation = z
  .object({
    rel: z.string(),
    registered: z
      .boolean()
      .describe("Whether IANA has it registered (RFC 8288); otherwise it is an extension."),
    in: z.array(z.enum(["header", "body"])).describe("Link headers, `_links`, or both."),
  })
  .meta({ id: "LinkRelation" });

export const LinkRelations = z.object({ relations: z.array(LinkRelation) });
