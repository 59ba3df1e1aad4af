import { z } from "zod";

/** Which content codings answers can have (RFC 9110, section 8.4.1). */
export const Encoding = z.object({
  encodings: z.array(z.string()).describe("Content codings on offer, `identity` included."),
  default: z.string().describe("The coding for clients that ask for none."),
  minBytes: z.int().min(0).describe("Smaller bodies are sent as they are."),
});
