import { describe, expect, it } from "vitest";
import requestId from "../../../plugins/policies/request-id/index.ts";
import { compile } from "./_sketch.ts";

const made = "01890a5d-ac96-774b-bcce-b302099a8057";
const { answer } = compile([requestId], { services: { ids: { uuid: () => made } } });

describe("the client's identifier", () => {
  it.each(["a", "A-z_0.9~", "0", "x".repeat(128)])("is taken over: %s", (id) => {
    const { call, headers } = answer("ok", { headers: { "x-request-id": id } });
    expect(headers["X-Request-ID"]).toBe(id);
    expect(call.requestId).toBe(id);
  });

  it.each(["", "x".repeat(129), "a b", "a\r\nX: y", "a\n", "é", "a, b", '"a"', "a/b", "a\u0000"])(
    "is not taken over: %j",
    (id) => {
      const { call, headers } = answer("ok", { headers: { "x-request-id": id } });
      expect(headers["X-Request-ID"]).toBe(made);
      expect(call.requestId).toBe(made);
    },
  );
});
