/** `waymark check` of a service with webhooks. */
import { expect, it } from "vitest";
import preset from "waymark/preset";
import { checkInProcess } from "../../../kernel/check/in-process.ts";

it("conforms to its statement", { timeout: 240_000 }, async () => {
  const wanted = new Set(
    "request-id rate-limit size-limits problem-details server-timing cache lists links clock ids event-bus store events root schemas openapi errors capabilities webhooks".split(
      " ",
    ),
  );
  const report = await checkInProcess({
    cwd: process.cwd(),
    env: {},
    file: false,
    preset: preset.filter(({ id }) => wanted.has(id)),
    overrides: { plugins: { webhooks: { enabled: true } } },
  });
  expect(report.failures).toEqual([]);
});
