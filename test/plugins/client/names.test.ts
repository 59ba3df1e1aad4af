import { expect, it } from "vitest";
import { placesOf } from "../../../plugins/client/names.ts";

const placed = (plugin: string, ...ids: readonly string[]) =>
  [...placesOf(ids.map((id) => ({ id, plugin, ref: `${plugin}.${id}` }))).values()].map(
    ({ group, method }) => `${group}.${method}`,
  );

it.each([
  ["offices", ["listOffices", "getOffice"], ["offices.list", "offices.get"]],
  [
    "api-keys",
    ["listKeys", "createKey", "rotateKey"],
    ["apiKeys.list", "apiKeys.create", "apiKeys.rotateKey"],
  ],
  [
    "webhook-subscriptions",
    ["listDeliveries", "getSubscription"],
    ["webhookSubscriptions.listDeliveries", "webhookSubscriptions.get"],
  ],
  ["cache", ["showCachePolicy"], ["cache.showCachePolicy"]],
  ["boxes", ["getBox", "listBoxes", "getBoxer"], ["boxes.get", "boxes.list", "boxes.getBoxer"]],
  ["address-book", ["getBook", "getAddress"], ["addressBook.get", "addressBook.getAddress"]],
  // An id that is a verb keeps it, wherever it stands.
  ["teas", ["listTeas", "list"], ["teas.listTeas", "teas.list"]],
  ["api-keys", ["listKeys", "listApiKeys"], ["apiKeys.list", "apiKeys.listApiKeys"]],
  ["then", ["then", "constructor", "list"], ["then2.then2", "then2.constructor2", "then2.list"]],
])("%s with %j", (plugin, ids, places) => {
  expect(placed(plugin, ...ids)).toEqual(places);
});

it("groups of different plugins have different names", () => {
  const routes = ["a-b1", "a-b-1"].map((plugin) => ({ plugin, id: "x", ref: `${plugin}.x` }));
  const groups = [...placesOf(routes).values()].map(({ group }) => group);
  expect(new Set(groups).size).toBe(2);
});
