import { z } from "zod";

export const DocumentationResource = z
  .object({ name: z.string(), href: z.string() })
  .meta({ id: "DocumentationResource" });

export const DocumentationDiscovery = z.object({ resources: z.array(DocumentationResource) });
