/** The look of the tools: a sheet that comes with them, so that the page does without it. */
const RULES = `
.schema-explorer { margin-block: var(--s2) var(--s4); }
.schema-list { max-height: 24rem; overflow: auto; border: 1px solid var(--line); border-radius: var(--r2); padding: var(--s2); }
.schema-list button.quiet { min-height: 2rem; padding: 0 var(--s2); border-color: transparent; background: none; font-family: var(--mono); font-size: var(--t1); overflow-wrap: anywhere; text-align: start; }
.schema-list button.quiet:hover { border-color: var(--accent); }
.schema-rows button.quiet:first-child { border-color: var(--line-strong); }
.schema-rows button.quiet + button { color: var(--accent); text-decoration: underline; }
@media (pointer: coarse) { .schema-list button.quiet { min-height: 44px; min-width: 44px; } }
.schema-path { display: flex; flex-wrap: wrap; gap: var(--s1); padding-bottom: var(--s2); border-bottom: 1px solid var(--line); }
.schema-path [aria-current] { font-weight: 700; }
.schema-rows { list-style: none; margin: 0; padding: 0; }
.schema-rows li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s2); padding-block: var(--s2); }
.schema-rows li + li { border-top: 1px solid var(--line); }
.schema-rows .note { flex-basis: 100%; margin: 0; }
`;

let isAdopted = false;

/** Adds the sheet once. The security policy forbids elements with styles, and allows sheets made by scripts. */
export function adoptLook(): void {
  if (isAdopted) return;
  isAdopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  document.adoptedStyleSheets.push(sheet);
}
