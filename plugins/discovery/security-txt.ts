/** The file that names the security contact (RFC 9116). */
import { definePlugin, type Registry } from "waymark";
import { absoluteRootLink, RootLinks } from "waymark/services";
import { Clock } from "waymark/services";
import { z } from "zod";

const DAY_MS = 86_400_000;
/** Time from the start of the current day to Expires: less than a year, as RFC 9116 asks, since contacts change. */
const VALID_MS = 180 * DAY_MS;

/** Web addresses must be https (RFC 9116, section 2.5); white space would end the line early. */
const Contact = z
  .string()
  .regex(
    /^(https:\/\/|mailto:|tel:)[^\s]+$/,
    "write a URI: mailto:security@example.com, https://example.com/security or tel:+1-201-555-0123",
  );

const Options = z.strictObject({
  contact: z
    .array(Contact)
    .min(1)
    .optional()
    .describe(
      "Contacts as URIs, preferred first. Default: the support page, or mailto:security@ and the host of baseUrl where that page is off or not https.",
    ),
  preferredLanguages: z
    .array(z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "write a language tag"))
    .min(1)
    .default(["en"])
    .describe("Languages for reports (BCP 47); the order has no meaning."),
});

export default definePlugin({
  id: "security-txt",
  summary: "Names the contact for reports of security vulnerabilities.",
  section: "discovery",
  icon: "M8 1.5l5.25 2v4c0 3.25-2.1 5.6-5.25 7-3.15-1.4-5.25-3.75-5.25-7v-4zM8 5v3M8 10.75h.01",
  points: [RootLinks],
  options: Options,
  needs: { clock: Clock },

  routes: {
    showSecurityTxt: {
      method: "GET",
      path: "/.well-known/security.txt",
      summary: "Read the contact for security reports (RFC 9116).",
      text: { mediaType: "text/plain" },
      publish: { rootLink: "securityTxt", capability: "securityTxt" },
      cache: { scope: "public", maxAge: "1h" },
    },
    securityTxtAlias: {
      method: "GET",
      path: "/security.txt",
      summary: "Moved to /.well-known/security.txt.",
      redirect: { to: "showSecurityTxt", status: 308 },
      cache: { scope: "public", maxAge: "300s" },
    },
  },

  handlers: ({ clock }, { options, registry }) => ({
    showSecurityTxt: () => render(clock.now(), options, registry),
  }),
});

function render(
  now: number,
  { contact, preferredLanguages }: z.output<typeof Options>,
  registry: Registry,
): string {
  // From the start of the day, so that the file, and with it its ETag, changes once a day.
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_MS).toISOString();
  const host = encodeURIComponent(new URL(registry.baseUrl).hostname);
  const page = absoluteRootLink(registry, "security");
  const support = absoluteRootLink(registry, "support");
  // A page of this service exists; a mailbox on its host may not.
  const fallback = (support && secure(support)) ?? `mailto:security@${host}`;
  const fields: readonly (readonly [string, string | undefined])[] = [
    ...(contact ?? [fallback]).map((uri) => ["Contact", uri] as const),
    ["Expires", expires],
    ["Preferred-Languages", preferredLanguages.join(", ")],
    ["Canonical", secure(`${registry.baseUrl}${registry.href("security-txt.showSecurityTxt")}`)],
    ["Policy", page && secure(page)],
  ];
  return fields
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}\n`))
    .join("");
}

/** Returns the URL; undefined if it is not https, which the file may not contain (RFC 9116, section 2.5). */
function secure(url: string): string | undefined {
  return url.startsWith("https://") ? url : undefined;
}
