import { z } from "zod";

export const Encoding = z.object({
  encodings: z.array(z.string()).describe("Content codings on offer, `identity` included."),
  default: z.string().describe("The coding for clients that ask for none."),
  minBytes: z.int().min(0).describe("Smaller bodies are sent as they are."),
});
