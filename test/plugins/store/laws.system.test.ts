/** The laws of every store, on each of our databases; `storeChecks` brings them to the stores of others. */
import { describe, it } from "vitest";
import { storeChecks } from "waymark/testing";
import { engines } from "./_engines.ts";
import { openStore } from "./_setup.ts";

describe.each(engines)("the store on $name", async ({ database }) => {
  const checks = await Array.fromAsync(
    storeChecks(async (tables) =>
      openStore(await database(), Object.fromEntries(tables.map((table) => [table.name, table]))),
    ),
  );
  it.each(checks.map((check) => [check.name, check] as const))("%s", (_name, check) => check.run());
});
