import { z } from "zod";

export const Brain = z
  .object({
    id: z.string().describe("Stable identifier, readable in URLs."),
    name: z.string().describe("Name for people."),
    description: z.string().describe("What it knows, and what to ask it for."),
  })
  .meta({ id: "Brain", description: "A body of knowledge that answers questions." });
