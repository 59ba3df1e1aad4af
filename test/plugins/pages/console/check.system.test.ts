/** `waymark check` of a service whose console is at the listener for clients. */
import { it } from "vitest";
import { checkInProcess } from "../../../../plugins/tools/check/in-process.ts";
import { expectClean } from "../../../_conforms.ts";
import { NO_CONFIG } from "../../../_setup.ts";

it("conforms, the pages and the writes of the console among the rest", async () => {
  const plugins = { "api-keys": true, access: true, audit: true, console: { scope: "admin" } };
  const report = await checkInProcess(
    { ...NO_CONFIG, overrides: { plugins } },
    { only: ({ plugin }) => plugin === "console" },
  );
  expectClean(report);
});
