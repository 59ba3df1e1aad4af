/** What Scalar's markup lacks, and neither its configuration nor a style sheet can give. */

/** Elements by selector, with the attributes that they should have had; without those that are null. */
type Repairs = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

const repairsOf = (words: { readonly search: string }): Repairs => ({
  // A landmark for the samples of each operation, all of one name: a group says as much.
  ".response-card[role=region]": { role: "group" },
  // It names itself after something else than it shows.
  "[data-testid=response-variant-picker][aria-label]": { "aria-label": null },
  // Both fields of this kind are in something that opens, and the list is open as long as they are there.
  "input[role=combobox]:not([aria-expanded])": { "aria-expanded": "true" },
  "input[role=combobox]:not([aria-label])": { "aria-label": words.search },
});

/** Repairs what comes into the document: operations are drawn when they are scrolled to, menus when they open. */
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
