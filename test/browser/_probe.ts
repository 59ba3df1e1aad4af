/** The report of `in-page/probe.ts` on the page that it runs in. */

export interface Probe {
  /** Facts that every document has to state about itself. */
  facts(): Facts;
  /** Ends when what has just changed is on the screen, transitions included. */
  settled(): Promise<void>;
  /** Elements that reach beyond the window's right edge, where the page scrolls sideways. */
  tooWide(): string[];
  /** Addresses on the same origin that the page leads to or is made of, and links to a place in itself that is not there. */
  links(): Links;
  /** Begins to watch where the Tab key leads. */
  watchFocus(): void;
  /** Checks that the Tab key has led back to its first place. */
  cameAround(): boolean;
  focusFaults(): FocusFaults;
  /** Returns how far the page moved by itself (Layout Instability, cumulative layout shift). */
  shifted(): number;
  /** Markup that no page of ours has: event attributes, inline scripts and styles, links that run. */
  foreignMarkup(): string[];
}

export interface Facts {
  readonly language: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly canonical: string | undefined;
  /** Texts of the headings of the first level. */
  readonly h1: readonly string[];
  /** The visible headings below it, except for those of a playground, which a script makes. */
  readonly headings: readonly string[];
  /** Words that can be seen in the main part. */
  readonly words: number;
}

export interface Links {
  readonly here: readonly string[];
  readonly broken: readonly string[];
}

export interface FocusFaults {
  /** Elements that the Tab key did not reach. */
  readonly missed: readonly string[];
  /** Elements that do not show the focus. */
  readonly unseen: readonly string[];
}
