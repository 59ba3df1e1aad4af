import { definePlugin, definePolicy } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { Scope } from "../../schemas/scope.ts";

declare module "waymark" {
  interface RoutePolicies {
    /** Scope that the plugin `access` asks for, if it is on. Without it, all callers may use the route. */
    readonly writeScope?: string;
  }
}

export default definePlugin({
  id: "write-scopes",
  summary: "Warns of writes that everybody may make, because nothing asks for their scope.",
  translations: {
    es: {
      "Warns of writes that everybody may make, because nothing asks for their scope.":
        "Avisa de las escrituras que cualquiera puede hacer, porque nada exige su permiso (scope).",
    },
  },
  policies: [
    definePolicy({
      id: "write-scopes",
      key: "writeScope",
      schema: Scope,
      compile: () => undefined,
    }),
  ],
  setup(_use, { registry, log }) {
    const open = registry.routes.filter(
      (route) => route.declaration.writeScope !== undefined && requiredScopes(route) === undefined,
    );
    if (open.length === 0) return;
    log.warn(
      "anybody may write: switch access on, so that these routes ask for a credential with their scope",
      { routes: open.map(({ ref }) => ref).join(", ") },
    );
  },
});
