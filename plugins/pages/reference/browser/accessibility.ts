/** Repairs of Scalar's markup that neither its configuration nor a style sheet can make. */

/** Elements by selector, with the attributes to set; null removes one. */
type Repairs = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

const repairsOf = (words: { readonly search: string }): Repairs => ({
  // The samples of each operation were landmarks of the same name: a group is enough.
  ".response-card[role=region]": { role: "group" },
  // Its name differs from its visible text.
  "[data-testid=response-variant-picker][aria-label]": { "aria-label": null },
  // Both fields of this kind exist only while their list is open.
  "input[role=combobox]:not([aria-expanded])": { "aria-expanded": "true" },
  "input[role=combobox]:not([aria-label])": { "aria-label": words.search },
});

/** Repairs elements as they are added: operations when they are scrolled to, menus when they open. */
export function repairAccessibility(words: { readonly search: string }): void {
  const repairs = Object.entries(repairsOf(words));
  const repair = () => {
    for (const [selector, attributes] of repairs)
      for (const element of document.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributes))
          if (value === null) element.removeAttribute(name);
          else element.setAttribute(name, value);
  };
  new MutationObserver(repair).observe(document.body, { childList: true, subtree: true });
}
