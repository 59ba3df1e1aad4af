/** Waits at the beginning of each request until this node knows of all changes that were committed before. */
import { definePolicy } from "waymark";
import { Store } from "waymark/services";
import { Options } from "./options.ts";

export const exactVersions = definePolicy({
  id: "exact-versions",
  options: Options,
  needs: { store: Store },
  compile({ method, document }, { options: { url, versions }, use }) {
    if (url === undefined || versions.mode !== "exact" || method !== "GET" || document)
      return undefined;
    return {
      async begin() {
        try {
          await use().store.changes();
        } catch {
          // Nothing that was kept is used then. The route fails if it needs the data.
        }
      },
    };
  },
});
