import { defineConformance, statusIs, testCase } from "waymark/conformance";
import { z } from "zod";

const FORGED = "oidc: forged token";
const TEN_MINUTES = 600; // in seconds

/** Placeholder for a server under test, where no issuer counts. */
const NONE = { issuer: "https://issuer.invalid", audience: ["check"] };

const Issuer = z.object({ issuer: z.string(), audience: z.array(z.string()).min(1) });

export default defineConformance({
  statement: z.object({ issuers: z.array(Issuer) }),
  covers: { issuers: [FORGED] },
  server({ operations, ask }, { issuers }) {
    const read = operations.find(({ route }) => route.method === "GET");
    if (read === undefined) return [{ name: FORGED, skipped: "no route can be read" }];
    const [issuer = NONE] = issuers;
    const send = (alg: string) => {
      const authorization = `Bearer ${forge({ alg, typ: "at+jwt" }, issuer)}`;
      return ask(read.target, { headers: { authorization } });
    };
    return [
      testCase(FORGED, async () => [
        ...statusIs(await send("none"), 401),
        ...statusIs(await send("HS256"), 401),
        ...statusIs(await send("RS256"), 401),
      ]),
    ];
  },
});

/** Returns a token that is right in all but its signature and, for a real algorithm, its audience. */
function forge(
  header: { readonly alg: string; readonly typ: string },
  { issuer, audience }: z.output<typeof Issuer>,
): string {
  const exp = Math.floor(Date.now() / 1000) + TEN_MINUTES;
  // While the issuer is away, the key of a token for this audience could not be judged.
  const aud = header.alg === "RS256" ? "https://another.invalid" : audience;
  const claims = { iss: issuer, aud, sub: "check", exp };
  return [header, claims, "signature"]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
}
