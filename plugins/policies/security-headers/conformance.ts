import {
  type Answer,
  defineConformance,
  headerIs,
  outcomeOf,
  type Operation,
  testCase,
} from "waymark/conformance";
import { z } from "zod";
import { isSandboxed } from "./sandbox.ts";

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  permissionsPolicy: "Permissions-Policy",
  referrerPolicy: "Referrer-Policy",
  contentTypeOptions: "X-Content-Type-Options",
  contentSecurityPolicy: "Content-Security-Policy",
  crossOriginResourcePolicy: "Cross-Origin-Resource-Policy",
};
const VALUES = "security-headers: values";

const isPage = ({ route }: Operation, { status, headers, requestHeaders }: Answer) =>
  (route.kind === "page" && status < 400) ||
  headers["content-type"]?.startsWith("text/html") === true ||
  // A 304 has no media type.
  (route.view !== undefined && status === 304 && requestHeaders["accept"] === "text/html");

function expected(
  key: string,
  statement: Readonly<Record<string, string>>,
  { route }: Operation,
  answer: Answer,
): string | undefined {
  const value = statement[key];
  const outcome = outcomeOf(answer);
  const isShown = outcome !== "error" && outcome !== "options" && isSandboxed(route);
  return key === "contentSecurityPolicy" && value !== undefined && isShown
    ? `${value}; sandbox`
    : value;
}

export default defineConformance({
  statement: z.record(z.string(), z.string()),
  optional: { "Content-Security-Policy": "pages may bring their own" },
  covers: Object.fromEntries(Object.keys(SECURITY_HEADERS).map((key) => [key, [VALUES]])),
  answers: (operation, _context, statement) => [
    testCase(VALUES, async () =>
      operation.answers.flatMap(({ answer }) =>
        Object.entries(SECURITY_HEADERS)
          // Pages, error pages included, may bring policies of their own.
          .filter(([key]) => key !== "contentSecurityPolicy" || !isPage(operation, answer))
          .flatMap(([key, name]) =>
            headerIs(answer, name, expected(key, statement, operation, answer)),
          ),
      ),
    ),
  ],
});
