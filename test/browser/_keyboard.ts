/** A person who has a keyboard alone, and the steps that it takes. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A keyboard that counts: a step is a text that is typed or a key that is pressed, Tab stops are counted apart. */
export class Keyboard {
  steps = 0;
  tabs = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async type(text: string): Promise<void> {
    this.steps += 1;
    await this.#page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.#page.keyboard.press(key);
  }

  /** Presses Tab until the element with the focus has a text, label or role. */
  async tabTo(wanted: RegExp, most: number): Promise<void> {
    for (let stops = 0; stops <= most; stops += 1) {
      if (wanted.test(await focused(this.#page))) return;
      await this.#page.keyboard.press("Tab");
      this.tabs += 1;
    }
    throw new Error(
      `${String(wanted)} is more than ${most} Tab stops away: ${await focused(this.#page)}`,
    );
  }

  /** The counts since the last time. */
  take(): { steps: number; tabs: number } {
    const { steps, tabs } = this;
    this.steps = 0;
    this.tabs = 0;
    return { steps, tabs };
  }
}

/** Label and text of the element with the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`{
    const one = document.activeElement;
    const label = one.labels?.[0]?.textContent ?? "";
    [label, one.textContent, one.getAttribute("aria-label") ?? ""].join(" ").trim() + " "
  }`);
}

export function atMost(limit = 0): unknown {
  return expect.toSatisfy((taken: number) => taken <= limit, `at most ${limit}`);
}
