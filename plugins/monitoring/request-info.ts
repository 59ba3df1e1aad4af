import { definePlugin } from "waymark";
import { RequestInfo } from "../../schemas/monitoring.ts";

export default definePlugin({
  id: "request-info",
  summary: "Shows clients how their requests arrive at the server.",
  section: "monitoring",
  icon: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM8 7.5v3.5M8 5h.01",
  schemas: { RequestInfo },

  routes: {
    getRequestInfo: {
      method: "GET",
      path: "/api/request-info",
      summary: "Read back the request's method and path.",
      returns: RequestInfo,
      publish: { rootLink: "requestInfo", capability: "requestInfo" },
      cache: "no-store",
      serverTiming: true,
    },
  },

  handlers: () => ({
    getRequestInfo: ({ method, path }) => ({
      // HEAD has the header fields of GET, Content-Length included (RFC 9110, section 9.3.2).
      method: method === "HEAD" ? "GET" : method,
      path,
    }),
  }),
});
