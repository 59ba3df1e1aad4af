import { z } from "zod";

/** Brain: a row of the table `brains`, and an item of its list. */
export const Brain = z
  .object({
    id: z.string().describe("Stable identifier, readable in URLs."),
    name: z.string().describe("Name for people."),
    description: z.string().describe("Its subject, and the questions it can answer."),
  })
  .meta({
    id: "Brain",
    description: "A body of knowledge that answers questions.",
  });
