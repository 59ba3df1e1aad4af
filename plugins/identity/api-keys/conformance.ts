import { defineConformance, OK, refuses, same, testCase } from "waymark/conformance";

const FORGED = "api-keys: forged";

/** Invalid keys: the first has the form of a key. */
const CREDENTIALS = [`wm_${"0".repeat(16)}_${"0".repeat(48)}`, "wm_forged"];

export default defineConformance({
  covers: {
    revokedWithinSeconds: { because: "a check has no key that it may revoke" },
  },
  server: (context) => [
    testCase(FORGED, async () => {
      const [operation] = context.operations;
      if (operation === undefined) return OK;
      const answers = await Promise.all(
        CREDENTIALS.map((token) =>
          context.ask(operation.target, {
            headers: { authorization: `Bearer ${token}`, accept: "application/json" },
          }),
        ),
      );
      const [first, second] = answers.map(({ headers }) => Object.keys(headers).toSorted().join());
      return [
        ...answers.flatMap((answer) => refuses(answer, context, "credentials-invalid")),
        ...same("headers of the refusal of a malformed key", second, first),
      ];
    }),
  ],
});
