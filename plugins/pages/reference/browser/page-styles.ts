/** Keeps the site's style sheet out of a part of the page that has its own look. */

/**
 * The site's rules are for plain elements, and Scalar's are in layers, which lose to any rule outside of one. So the sheets of
 * the layout are replaced by some with the same rules whose scope ends at `limit`, a selector. Custom properties are inherited
 * across it.
 */
export function keepPageStylesOut(limit: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("head > link[rel=stylesheet]")) {
    const rules = [...(link.sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join("\n");
    // Selectors in a scope match descendants of its root; only `:scope` matches the root.
    const scoped = rules.replace(/^(\s*)(?::root|html)(?= \{)/gm, "$1:scope");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@scope (:root) to (${limit}) {\n${scoped}\n}`);
    document.adoptedStyleSheets.unshift(sheet);
    link.disabled = true;
  }
}
