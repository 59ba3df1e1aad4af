import { z } from "zod";

/** One place to read about the API. */
export const DocumentationResource = z
  .object({ name: z.string(), href: z.string() })
  .meta({ id: "DocumentationResource" });

/** Where to read about the API. */
export const DocumentationDiscovery = z.object({ resources: z.array(DocumentationResource) });
