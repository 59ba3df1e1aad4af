import { z } from "zod";

/** One part of the documentation. */
export const DocumentationResource = z
  .object({ name: z.string(), href: z.string() })
  .meta({ id: "DocumentationResource" });

/** The documentation of the API. */
export const DocumentationDiscovery = z.object({ resources: z.array(DocumentationResource) });
