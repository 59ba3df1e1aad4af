import { defineImplementation } from "waymark/advanced";
import { resource } from "waymark/resources";
import { Brain } from "../../../schemas/brain.ts";
import { Writable } from "../shared/writable.ts";
import es from "./es.json" with { type: "json" };

const brains = resource({
  name: { one: "brain", many: "brains" },
  path: "/api/brains",
  of: Brain,
  key: "id",
  idempotency: "key",
  keys: "client",
  scope: "brains:write",
  seed: new URL("./brains.json", import.meta.url),
});

export default defineImplementation({
  summary: "The brains: bodies of knowledge that answer questions.",
  translations: { es },
  options: Writable,
  ...brains,
  routes: {
    ...brains.routes,
    listBrains: { ...brains.routes.listBrains, serverTiming: true },
  },
});
