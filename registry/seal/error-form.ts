import type { JsonErrorForm } from "../contract/compiled-policy.ts";

/** The kernel's own form of errors: `{ error: { code, message, status, requestId } }`. Policies may add others. */
export const errorForm: JsonErrorForm = {
  mediaType: "application/json",
  schema: "Error",
  render: ({ code, message, status, detail, errors }, call) => ({
    error: { code, message, status, requestId: call.requestId, detail, errors },
  }),
};
