import { defineConformance, readObject, same, testCase } from "waymark/conformance";
import { z } from "zod";
import { SHOWN_BY, StatedPlan } from "./stated-plans.ts";

const SHOWN = "plans: documents";

export default defineConformance({
  statement: z.object({ plans: z.array(StatedPlan) }),
  covers: { plans: [SHOWN] },
  server: ({ registry, read }, { plans }) => [
    testCase(SHOWN, async () => {
      const paths = SHOWN_BY.flatMap((ref) => registry.route(ref)?.path ?? []);
      if (plans.length === 0) return [];
      const documents = await Promise.all(paths.map((path) => read(path)));
      return documents.flatMap((document) => {
        const { limit, windowSeconds, plans: published } = readObject(document);
        const expected = plans.map((plan) => ({ limit, windowSeconds, ...plan }));
        return same(`the plans of ${document.target}`, published, expected);
      });
    }),
  ],
});
