// @ts-expect-error -- the package has no types
import LinkHeader from "http-link-header";
import { parseItem } from "structured-headers";
import { expect, it } from "vitest";
import { z } from "zod";
import { describeMatrix, json } from "../../_setup.ts";

const Notice = z.object({ noticePeriodMonths: z.int() });
const PATH = "/api/legacy/health";

describeMatrix("legacy health", {}, (ask, server) => {
  it.each(["GET", "HEAD"])("leads to its successor until its sunset: %s", async (method) => {
    const answer = await ask(`${PATH}?a=1`, { method });
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/api/health?a=1"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    const sunset = answer.headers.get("sunset") ?? "";
    expect(new Date(sunset).toUTCString()).toBe(sunset);
    const [deprecation] = parseItem(answer.headers.get("deprecation") ?? "");
    if (!(deprecation instanceof Date)) throw new Error("Deprecation is not a date");
    const { noticePeriodMonths } = Notice.parse(server().registry.statements["deprecation"]);
    const earliest = new Date(deprecation);
    earliest.setUTCMonth(earliest.getUTCMonth() + noticePeriodMonths);
    expect(Date.parse(sunset)).toBeGreaterThanOrEqual(earliest.getTime());
    const { refs } = LinkHeader.parse(answer.headers.get("link") ?? "");
    expect(refs).toContainEqual({ uri: "/api/health", rel: "successor-version" });
  });

  it("is still in time", async () => {
    const sunset = (await ask(PATH)).headers.get("sunset") ?? "";
    expect(Date.parse(sunset)).toBeGreaterThan(Date.now());
  });

  it("ends at health", async () => {
    const location = (await ask(PATH)).headers.get("location") ?? "";
    expect(await json(await ask(location))).toMatchObject({ status: "ok" });
  });

  it.each([
    ["POST", "*/*", 405],
    ["GET", "*/*;q=0", 301],
    ["OPTIONS", "*/*", 204],
  ])("answers %s with Accept: %s", async (method, accept, status) => {
    const answer = await ask(PATH, { method, headers: { accept, "if-none-match": "*" } });
    expect(answer.status).toBe(status);
  });
});
