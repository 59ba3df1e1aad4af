import { z } from "zod";

/** One milestone (hito) of an office. */
export const Hito = z
  .object({
    id: z.string().describe("Stable identifier, unique among all hitos."),
    title: z.string().describe("What will have been reached."),
    status: z
      .enum(["planned", "active", "done"])
      .describe("`planned`: not begun; `active`: under way; `done`: reached."),
    dueDate: z.iso.date().describe("Day by which it is to be reached."),
    completedAt: z.iso.datetime().optional().describe("When it was reached; only when `done`."),
  })
  .meta({ id: "Hito", description: "A milestone of an office." });

const office = {
  id: z.string().describe("Stable identifier, readable in URLs."),
  name: z.string().describe("Name for people."),
};

/** One office by itself, as other types refer to it. */
export const Office = z
  .object(office)
  .meta({ id: "Office", description: "A place where people work together." });

/** One office with its milestones, as the office routes answer it. */
export const OfficeWithHito = z
  .object({ ...office, hitos: z.array(Hito).describe("Its milestones, the earliest due first.") })
  .meta({ id: "OfficeWithHito", description: "An office with its milestones." });
