import { z } from "zod";

/** Third-party tools that an office can connect to, unless the operator names others. */
export const INTEGRATION_KINDS = ["slack", "notion"] as const;

const made = new Map<string, ReturnType<typeof define>>();

/** Returns the schema of an integration with one of these tools. Equal kinds share one schema object. */
export function integration(kinds: readonly string[]): ReturnType<typeof define> {
  const id = JSON.stringify(kinds);
  const schema = made.get(id) ?? define(kinds);
  made.set(id, schema);
  return schema;
}

function define(kinds: readonly string[]) {
  return z
    .strictObject({
      id: z.string().describe("Stable identifier."),
      officeId: z.string().describe("Identifier of the owning office."),
      type: z.enum(kinds).describe("The third-party tool."),
      status: z
        .enum(["pending", "connected", "error", "skipped"])
        .describe(
          "`pending`: not set up yet; `connected`: in use; `error`: failed, see `errorMessage`; `skipped`: deliberately left out.",
        ),
      externalId: z.string().optional().describe("Identifier on the external side."),
      externalAccount: z.string().optional().describe("Account on the external side."),
      metadata: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("Additional data from the tool, in any form."),
      lastSyncAt: z.iso.datetime().optional().describe("When data last arrived."),
      errorMessage: z.string().optional().describe("The reason of the failure, for people."),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
    })
    .meta({ id: "Integration", description: "The connection of an office to a third-party tool." });
}

/** The type of an integration with one of the {@link INTEGRATION_KINDS}. */
export const Integration = integration(INTEGRATION_KINDS);
