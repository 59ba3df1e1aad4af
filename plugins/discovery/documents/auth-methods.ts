import { definePlugin, type Registry } from "waymark";
import { z } from "zod";
import { AuthMethod, AuthMethods } from "../../../schemas/documents/security.ts";

/** The part of a policy's statement by which a plugin adds its ways to authenticate. */
const Stated = z.object({ authMethods: z.array(AuthMethod) });

function statedMethods(statements: Registry["statements"]) {
  return Object.values(statements).flatMap(
    (statement) => Stated.safeParse(statement).data?.authMethods ?? [],
  );
}

export default definePlugin({
  id: "auth-methods",
  summary: "Publishes the ways to authenticate, including none.",
  section: "policies",
  icon: "M3 7.25h10v7H3zM5 7.25V5a3 3 0 0 1 6 0v2.25",
  schemas: { AuthMethods },
  capabilities: {
    auth: ({ statements }) => statedMethods(statements).some(({ current }) => current),
  },

  routes: {
    showAuthMethods: {
      method: "GET",
      path: "/api/auth-methods",
      summary: "Read how requests can authenticate.",
      returns: AuthMethods,
      document: true,
      publish: { rootLink: "authMethods", capability: "authMethods" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { securityPolicy: "security-headers.showSecurityPolicy" },
    },
  },

  documents: {
    showAuthMethods: ({ statements }) => {
      const stated = statedMethods(statements);
      const none = {
        id: "none",
        description: "Requests need no authentication.",
        current: !stated.some(({ current }) => current),
      };
      return { methods: [none, ...stated] };
    },
  },
});
