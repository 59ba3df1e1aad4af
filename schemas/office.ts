import { z } from "zod";

/** Hito: a milestone of an office. */
export const Hito = z
  .object({
    id: z.string().describe("Stable identifier, unique among all hitos."),
    title: z.string().describe("The goal, in a few words."),
    status: z
      .enum(["planned", "active", "done"])
      .describe("`planned`: not started; `active`: in progress; `done`: reached."),
    dueDate: z.iso.date().describe("Day by which the milestone is due."),
    completedAt: z.iso.datetime().optional().describe("When it was reached; only when `done`."),
  })
  .meta({ id: "Hito", description: "A milestone of an office." });

const office = {
  id: z.string().describe("Stable identifier, readable in URLs."),
  name: z.string().describe("Name for people."),
};

/** Office without its hitos, as other types refer to it. */
export const Office = z
  .object(office)
  .meta({ id: "Office", description: "A place where people work together." });

/** Office with its hitos, as lists return it. */
export const OfficeWithHito = z
  .object({
    ...office,
    hitos: z.array(Hito).describe("Its hitos (milestones), the earliest due first."),
  })
  .meta({ id: "OfficeWithHito", description: "An office with its hitos (milestones)." });
