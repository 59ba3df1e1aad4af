/** The page with what holds at this moment: the state of the service, and the answer of a list. */
import type { PageContent, Registry } from "waymark";
import type { Health, Runtime } from "waymark/services";
import { LiveAnswers } from "../shared/operations/live-answers.ts";
import { developersPage, type DevelopersPage } from "./page.ts";

/** Rows of the table. */
const ROWS = 4;

export class LivePage {
  readonly #registry: Registry;
  readonly #answers: LiveAnswers;
  readonly #health: Health | undefined;
  readonly #pages = new Map<string, DevelopersPage>();

  /** @param health undefined if no plugin checks the state. */
  constructor(runtime: Pick<Runtime, "read">, health: Health | undefined, registry: Registry) {
    this.#registry = registry;
    this.#health = health;
    this.#answers = new LiveAnswers(runtime, () => performance.now(), ROWS);
  }

  async show(language: string): Promise<PageContent> {
    const page = this.#pages.get(language) ?? developersPage(this.#registry, language);
    this.#pages.set(language, page);
    const [report, sample] = await Promise.all([
      this.#health?.report(),
      page.route && this.#answers.of(page.route, this.#registry),
    ]);
    return page.content({ state: report?.status, route: page.route, sample });
  }
}
