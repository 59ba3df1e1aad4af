import { z } from "zod";

/** Which content codings answers can have (RFC 9110, section 8.4.1). */
export const Encoding = z.object({
  encodings: z.array(z.string()).describe("Content codings on offer, including `identity`."),
  default: z.string().describe("The coding for clients that state no preference."),
  minBytes: z.int().min(0).describe("Smaller bodies are sent without a coding."),
});
