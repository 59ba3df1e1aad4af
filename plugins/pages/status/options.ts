/** The operator's part of the status page: names, notices and planned maintenance. */
import { z } from "zod";
import { ANNOUNCED } from "../../shared/languages.ts";

export const Text = z
  .string()
  .regex(/\S/, "a text has at least one character")
  .regex(/^[\P{Cc}\t\n\r]*$/u, "a text has no control characters, which the feed has no place for")
  .max(2000);

export const LocalizedText = z
  .union([Text, z.strictObject(Object.fromEntries(ANNOUNCED.map((tag) => [tag, Text])))])
  .describe("One text, or one for each language.");
const time = z.iso.datetime({ offset: true }).transform((at) => Date.parse(at));

const isInOrder = ({ from, until }: { from?: number | undefined; until?: number | undefined }) =>
  from === undefined || until === undefined || from < until;
const order = { error: "until is later than from", path: ["until"] };

const Notice = z
  .strictObject({
    text: LocalizedText,
    from: time.optional().describe("Shown from then on. Default: at once."),
    until: time.optional().describe("Shown until then. Default: as long as it is in the config."),
  })
  .refine(isInOrder, order);

const Maintenance = z
  .strictObject({
    title: LocalizedText,
    text: LocalizedText.optional(),
    from: time.describe("When it begins, such as 2027-01-31T22:00:00Z."),
    until: time.describe("When it is over."),
    affects: z
      .array(z.string())
      .default([])
      .describe(
        'Health checks that may fail meanwhile, such as "store:store": they show as under maintenance.',
      ),
  })
  .refine(isInOrder, order);

export const Options = z.strictObject({
  names: z
    .record(z.string(), LocalizedText)
    .default({})
    .describe('Names of health checks for people: { "store:store": "Database" }.'),
  notices: z
    .array(Notice)
    .max(20)
    .default([])
    .describe("Sentences for all visitors, below the state and the incidents that last."),
  maintenance: z.array(Maintenance).max(100).default([]).describe("Planned maintenance."),
});
export type Options = z.output<typeof Options>;
