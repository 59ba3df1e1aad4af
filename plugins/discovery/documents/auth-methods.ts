import { definePlugin } from "waymark";
import { z } from "zod";
import { AuthMethod, AuthMethods } from "../../../schemas/documents/auth-methods.ts";

/** How a plugin that authenticates adds its methods: its policy states them under this name. */
const Stated = z.object({ authMethods: z.array(AuthMethod) });

export default definePlugin({
  id: "auth-methods",
  summary: "Publishes the ways to say who one is: those that policies state, and none at all.",
  schemas: { AuthMethods },

  routes: {
    showAuthMethods: {
      method: "GET",
      path: "/api/auth-methods",
      summary: "Read how requests can say who they come from.",
      returns: AuthMethods,
      document: true,
      publish: { rootLink: "authMethods", capability: "authMethods" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { securityPolicy: "security-headers.showSecurityPolicy" },
    },
  },

  documents: {
    showAuthMethods: ({ statements }) => {
      const stated = Object.values(statements).flatMap(
        (statement) => Stated.safeParse(statement).data?.authMethods ?? [],
      );
      const none = {
        id: "none",
        description: "Requests need not say who they come from.",
        current: !stated.some(({ current }) => current),
      };
      return { methods: [none, ...stated] };
    },
  },
});
