/** `waymark check` of a service with webhooks. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin } from "waymark";
import preset from "waymark/preset";
import { checkInProcess } from "../../../plugins/tools/check/in-process.ts";
import type { Report } from "../../../plugins/tools/shared/report.ts";
import { NO_CONFIG } from "../../_setup.ts";

const WANTED = new Set(
  "request-id rate-limit size-limits problem-details server-timing cache lists links clock ids event-bus store jobs events root schemas openapi errors capabilities webhooks webhook-subscriptions access api-keys write-scopes".split(
    " ",
  ),
);
const small = preset.filter(({ id }) => WANTED.has(id));
it("conforms to its statement", async () => {
  const report = await checkInProcess(
    { ...NO_CONFIG, preset: small, overrides: { plugins: { webhooks: { enabled: true } } } },
    { only: ({ plugin }) => plugin.startsWith("webhook") },
  );
  expect(report.failures).toEqual([]);
});

const ROUTES = "webhook-subscriptions";

/** Checks the routes of subscriptions and deliveries. */
function checkSubscriptions(...plugins: readonly Plugin[]): Promise<Report> {
  const config = { webhooks: { enabled: true }, access: {}, "api-keys": {} };
  return checkInProcess(
    { ...NO_CONFIG, preset: [...small, ...plugins], overrides: { plugins: config } },
    { only: ({ plugin }) => plugin === ROUTES },
  );
}

/** Answers requests of one route in place of its handler. */
function answering(id: string, status: number, body: object): Plugin {
  const answer = { status, body: JSON.stringify(body) };
  return definePlugin({
    id: "faulty",
    summary: "Answers wrongly.",
    policies: [
      definePolicy({
        id: "faulty",
        compile({ ref, method }) {
          if (ref !== `${ROUTES}.${id}`) return undefined;
          return method === "GET" ? { answer: () => answer } : { around: () => answer };
        },
      }),
    ],
  }) as Plugin;
}

describe("subscriptions and deliveries", () => {
  it("conform, as the check makes what they follow from", async () => {
    const { failures, kinds } = await checkSubscriptions();
    expect(failures).toEqual([]);
    expect(kinds).toContain("write: strangers");
  });

  const DELIVERY = "/api/webhook-subscriptions/{subscriptionId}/deliveries/{deliveryId}";

  it.each([
    ["a delivery without its state", "getDelivery", `GET ${DELIVERY}`],
    ["a delivery of another form", "redeliver", `POST ${DELIVERY}/redeliver`],
  ])("do not with %s", async (_name, id, operation) => {
    const { failures } = await checkSubscriptions(answering(id, 200, { id: "1" }));
    expect(failures.map((one) => `${one.operation} [${one.case}]`)).toContain(
      `${operation} [answer]`,
    );
  });
});
