/**
 * Lets a library that writes inline styles run under a Content Security Policy that forbids them. The policy is about
 * markup: `<style>` and `style="…"`. Constructable sheets and the CSSOM do the same without markup, so the three ways to
 * write such markup are redirected there: elements, attributes, and text that becomes elements.
 */

/** Substitutes for elements. The page already has its `h1` and its `main`. */
const INSTEAD: Readonly<Record<string, string>> = {
  style: "adopted-style",
  h1: "h2",
  main: "section",
};
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;

/** Call it once, before the library is loaded: it affects the whole document. */
export function keepInlineStylesOut(): void {
  // zod tests whether it may compile by trying, which is reported as a breach although it handles the refusal.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  customElements.define("adopted-style", AdoptedStyle);
  adoptStyleElements();
  setStyleAttributes();
  setStylesInMarkup();
}

function adoptStyleElements(): void {
  const createElement = document.createElement.bind(document);
  replace(document, "createElement", (name: string, options?: ElementCreationOptions) =>
    createElement(INSTEAD[name.toLowerCase()] ?? name, options),
  );
}

function setStyleAttributes(): void {
  const { setAttribute } = Element.prototype;
  replace(Element.prototype, "setAttribute", function (this: Element, name: string, value: string) {
    if (name.toLowerCase() === "style" && this instanceof HTMLElement) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  });
}

function setStylesInMarkup(): void {
  const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  Object.defineProperty(Element.prototype, "innerHTML", {
    ...innerHtml,
    set(this: Element, markup: unknown) {
      const text = String(markup ?? "");
      const renamed = text.replace(TAG, (tag) => tag.replace(/(\s)style(?=\s*=)/i, "$1data-style"));
      innerHtml?.set?.call(this, renamed);
      if (renamed === text) return;
      for (const element of this.querySelectorAll<HTMLElement>("[data-style]")) {
        element.style.cssText = element.dataset["style"] ?? "";
        delete element.dataset["style"];
      }
    },
  });
}

function replace(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

/** An element whose text is the text of a sheet, as that of a `<style>` is. */
class AdoptedStyle extends HTMLElement {
  readonly #sheet = new CSSStyleSheet();
  readonly #observer = new MutationObserver(() => this.#read());

  connectedCallback(): void {
    this.hidden = true;
    this.#read();
    this.#observer.observe(this, { childList: true, characterData: true, subtree: true });
    document.adoptedStyleSheets.push(this.#sheet);
  }

  disconnectedCallback(): void {
    this.#observer.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== this.#sheet);
  }

  #read(): void {
    this.#sheet.replaceSync(this.textContent ?? "");
  }

  override get innerHTML(): string {
    return this.textContent ?? "";
  }

  // The text of a sheet is not markup: `a > b` must not become `a &gt; b`.
  override set innerHTML(css: string) {
    this.textContent = css;
  }
}
