/** The operator's part of the status page: names, notices and planned maintenance. */
import { z } from "zod";
import { LANGUAGES } from "../shared/languages.ts";

const text = z.string().min(1);
const Localized = z
  .union([text, z.strictObject(Object.fromEntries(LANGUAGES.map((tag) => [tag, text])))])
  .describe("One text, or one for each language.");
const time = z.iso.datetime({ offset: true }).transform((at) => Date.parse(at));

const isInOrder = ({ from, until }: { from?: number | undefined; until?: number | undefined }) =>
  from === undefined || until === undefined || from < until;
const order = { error: "until is later than from", path: ["until"] };

const Notice = z
  .strictObject({
    text: Localized,
    from: time.optional().describe("Shown from then on. Default: at once."),
    until: time.optional().describe("Shown until then. Default: as long as it is in the config."),
  })
  .refine(isInOrder, order);

const Maintenance = z
  .strictObject({
    title: Localized,
    text: Localized.optional(),
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
export type Maintenance = z.output<typeof Maintenance>;

export const Options = z.strictObject({
  names: z
    .record(z.string(), Localized)
    .default({})
    .describe('Names of health checks for people: { "store:store": "Database" }.'),
  notices: z
    .array(Notice)
    .max(20)
    .default([])
    .describe("Sentences for all visitors, above everything else."),
  maintenance: z.array(Maintenance).max(100).default([]).describe("Planned maintenance."),
});
export type Options = z.output<typeof Options>;
