/** Runs in every page under test, before its own scripts. */
import type { Facts, FocusFaults, Links, Probe } from "../_probe.ts";

/** TypeScript's library does not have it. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}

declare global {
  function reportBreach(text: string): void;
}

addEventListener("securitypolicyviolation", (breach) =>
  reportBreach(
    `${breach.effectiveDirective} forbids ${breach.blockedURI} (${breach.sourceFile}:${breach.lineNumber})`,
  ),
);

const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
];
const isVisible = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;

/** A short name of an element for messages. */
function nameOf(element: Element): string {
  const id = element.id === "" ? "" : `#${element.id}`;
  const classes = [...element.classList].map((name) => `.${name}`).join("");
  const text = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
  return `${element.localName}${id}${classes} "${text}"`;
}

function facts(): Facts {
  const content = (selector: string, attribute: string) =>
    document.querySelector(selector)?.getAttribute(attribute) ?? undefined;
  return {
    language: document.documentElement.lang,
    title: document.title,
    description: content('meta[name="description"]', "content"),
    canonical: content('link[rel="canonical"]', "href"),
    h1: all("h1").map((heading) => heading.innerText.trim()),
    headings: all("main :is(h2, h3, h4, h5, h6)")
      .filter((heading) => isVisible(heading) && heading.closest("#play") === null)
      .map((heading) => heading.innerText.trim()),
    words: (document.querySelector("main")?.innerText ?? "").split(/\s+/).filter(Boolean).length,
  };
}

async function settled(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const scrollsItself = (element: HTMLElement) => {
    for (let at: HTMLElement | null = element.parentElement; at !== null; at = at.parentElement)
      if (at !== document.body && getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };
  const wide = all("body *").filter(
    (element) =>
      element.getBoundingClientRect().right > clientWidth + 0.5 && !scrollsItself(element),
  );
  return [`${scrollWidth} px in a window of ${clientWidth}`, ...wide.slice(0, 5).map(nameOf)];
}

function links(): Links {
  const targets = all("[href], [src], form[action]").flatMap((element) => {
    const value =
      element.getAttribute("href") ?? element.getAttribute("src") ?? element.getAttribute("action");
    return value === null ? [] : [new URL(value, document.baseURI)];
  });
  const here = targets.filter(({ origin }) => origin === location.origin);
  const broken = here.filter(
    ({ pathname, hash }) =>
      pathname === location.pathname &&
      hash.length > 1 &&
      // State that a script keeps there, such as `#call=…`, is not a place.
      !hash.includes("=") &&
      document.getElementById(decodeURIComponent(hash.slice(1))) === null,
  );
  return {
    here: [...new Set(here.map(({ pathname, search }) => `${pathname}${search}`))],
    broken: broken.map(({ hash }) => `${hash} names nothing on the page`),
  };
}

const focused: Element[] = [];
const unseen = new Set<Element>();

/** Checks that an outline shows the focus on an element, or on an ancestor. */
function isOutlined(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle !== "none" && outlineWidth !== "0px") return true;
  }
  return false;
}

let there: ReadonlySet<Element> = new Set();

function watchFocus(): void {
  there = new Set(all("*"));
  // Before the focus moves on, when the page has had the time to show it.
  addEventListener(
    "keydown",
    () => {
      const at = document.activeElement;
      if (at === null || at === document.body) return;
      focused.push(at);
      const { right, bottom } = at.getBoundingClientRect();
      if (!isOutlined(at) || right <= 0 || bottom <= 0) unseen.add(at);
      else unseen.delete(at);
    },
    { capture: true },
  );
}

const cameAround = (): boolean => focused.indexOf(focused[0] as Element, 1) > 0;

function focusFaults(): FocusFaults {
  const reached = new Set(focused);
  const stops = all(
    "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]",
  ).filter(
    (element) =>
      // A section that an event replaced since has other elements than those that were reached.
      there.has(element) &&
      element.tabIndex >= 0 &&
      !element.matches(":disabled") &&
      isVisible(element),
  );
  // The Tab key stops once in a group of radio buttons.
  const group = (element: Element) =>
    element instanceof HTMLInputElement && element.type === "radio"
      ? all(`input[type=radio][name="${CSS.escape(element.name)}"]`)
      : [element];
  const missed = stops.filter((element) => !group(element).some((one) => reached.has(one)));
  return { missed: missed.map(nameOf), unseen: [...unseen].map(nameOf) };
}

let shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as LayoutShift[]) shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
const shifted = (): number => shift;

function foreignMarkup(): string[] {
  return all("*").flatMap((element) =>
    [
      ...[...element.attributes]
        .filter(
          ({ name, value }) => name.startsWith("on") || /^\s*(?:javascript|vbscript):/i.test(value),
        )
        .map(({ name, value }) => `${name}="${value}"`),
      ...(element.matches("script:not([src], [type$=json])") ? ["inline script"] : []),
    ].map((what) => `${what} on ${nameOf(element)}`),
  );
}

const probe: Probe = {
  facts,
  settled,
  tooWide,
  links,
  watchFocus,
  cameAround,
  focusFaults,
  shifted,
  foreignMarkup,
};
Object.assign(globalThis, { probe });
