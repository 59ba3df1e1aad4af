import { definePlugin } from "waymark";

export default definePlugin({
  id: "client",
  summary:
    "Makes a typed client of the service, which does what the service's policies ask of clients.",
  translations: {
    es: {
      "Makes a typed client of the service, which does what the service's policies ask of clients.":
        "Genera un cliente tipado del servicio, que hace lo que las políticas del servicio piden a los clientes.",
    },
  },
  exports: {
    client: {
      internal: true,
      derive: async (registry) => (await import("./client-text.ts")).clientText(registry),
    },
  },
});
