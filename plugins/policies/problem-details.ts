import { STATUS_CODES } from "node:http";
import { definePlugin, definePolicy } from "waymark";
import { Problem } from "../../schemas/error.ts";

const policy = definePolicy({
  id: "problem-details",
  compile(_route, { href, baseUrl }) {
    const catalog = href("errors.listErrors");
    return {
      errorForms: [
        {
          mediaType: "application/problem+json",
          schema: "Problem",
          render({ code, status, message, detail, errors, extensions }, { requestId }) {
            // Without a catalog as the target of `type`, the title is the title of the status (RFC 9457, section 4.2.1).
            const kind =
              catalog === undefined
                ? {
                    type: "about:blank",
                    title: STATUS_CODES[status] ?? message,
                    status,
                    detail: detail ?? message,
                  }
                : { type: `${baseUrl()}${catalog}#${code}`, title: message, status, detail };
            const members = { ...kind, code, requestId, errors };
            // Members come first for their order, and again so that no extension replaces one.
            return extensions === undefined ? members : { ...members, ...extensions, ...members };
          },
        },
      ],
    };
  },
});

export default definePlugin({
  id: "problem-details",
  summary: "Answers errors as Problem Details (RFC 9457) to clients that prefer them.",
  policies: [policy],
  schemas: { Problem },
});
