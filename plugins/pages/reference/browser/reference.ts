/** Renders the OpenAPI document that the page names with Scalar, https://github.com/scalar/scalar. */
import styles from "@scalar/api-reference/style.css";
import { repairAccessibility } from "./accessibility.ts";
import { configurationOf } from "./configuration.ts";
import { keepPageStylesOut } from "./page-styles.ts";
import { keepInlineStylesOut } from "./strict-csp.ts";

const host = document.querySelector<HTMLElement>("#reference");
const status = document.querySelector<HTMLElement>("#reference-status");

if (host !== null) {
  say("loading");
  try {
    await show(host, await readDocument(host.dataset["document"] ?? ""));
  } catch {
    say("failed");
  }
}

/** Fetched here, so that a failure is reported: Scalar would show an empty page. */
async function readDocument(path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return answer.json();
}

async function show(into: HTMLElement, description: Record<string, unknown>): Promise<void> {
  const { lang: language } = document.documentElement;
  keepInlineStylesOut();
  keepPageStylesOut(`#${into.id}`);
  repairAccessibility({ search: language === "es" ? "Buscar" : "Search" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);

  // Only now: Scalar writes styles as soon as it is loaded.
  const { createApiReference } = await import("@scalar/api-reference");
  createApiReference(
    into,
    configurationOf({ document: description, language, onLoaded: () => say(undefined) }),
  );
}

function say(what: "loading" | "failed" | undefined): void {
  if (status === null) return;
  status.textContent = (what && status.dataset[what]) ?? "";
  status.hidden = what === undefined;
}
