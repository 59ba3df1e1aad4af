/** Keeps the status page live: when something happens, its sections are read again and those that differ replaced. */

/** Milliseconds between two readings of the page, at least. */
const PAUSE_MS = 1000;
/** Milliseconds between two readings where the service tells of no events. */
const POLL_MS = 30_000;
/** Milliseconds before a refused stream is asked for again; doubled each time, up to the second. */
const RETRY_MS = [2000, 60_000] as const;

const EVENTS = ["status.changed", "status.sampled", "health.changed", "registry.changed", "reset"];

class LivePage {
  readonly #root: HTMLElement;
  readonly #announce: HTMLElement | null;
  readonly #connection: HTMLElement | null;
  #running = false;
  #again = false;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#announce = root.querySelector("[data-announce]");
    this.#connection = root.querySelector("[data-connection]");
  }

  /** Reads the page again; at most once at a time, and once more when asked for meanwhile. */
  async refresh(): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    while (this.#again) {
      this.#again = false;
      await this.#read();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#running = false;
  }

  /** Says how the connection is: `live` or `waiting`. */
  show(state: "live" | "waiting"): void {
    if (this.#connection === null) return;
    this.#connection.textContent = this.#root.dataset[`${state}Text`] ?? "";
    this.#connection.dataset["connection"] = state;
    this.#connection.hidden = false;
  }

  async #read(): Promise<void> {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const before = this.#stateIn(document);
      for (const next of page.querySelectorAll("[data-live]")) replaceSection(next);
      const after = this.#stateIn(document);
      if (before?.state !== after?.state) this.#say(after?.text);
      else if (this.#announce?.textContent === this.#root.dataset["lostText"])
        this.#say(after?.text);
    } catch {
      // Not reachable, or refusing: the event stream reconnects and asks again.
      this.#say(this.#root.dataset["lostText"]);
      this.show("waiting");
    }
  }

  #stateIn(page: Document): { state: string | undefined; text: string } | undefined {
    const banner = page.querySelector<HTMLElement>("[data-state]");
    const text = banner?.querySelector("h2")?.textContent ?? "";
    return banner === null ? undefined : { state: banner.dataset["state"], text };
  }

  #say(text: string | undefined): void {
    if (this.#announce === null || text === undefined) return;
    if (this.#announce.textContent !== text) this.#announce.textContent = text;
  }
}

/** Puts a section in the place of the one with its id; what is open stays open, and the focus where it is. */
function replaceSection(next: Element): void {
  const old = document.getElementById(next.id);
  if (old === null) return;
  const opened = new Set(Array.from(old.querySelectorAll("details[open]"), ({ id }) => id));
  for (const details of next.querySelectorAll("details"))
    if (opened.has(details.id)) details.open = true;
  if (old.outerHTML === next.outerHTML) return;
  const place = old.contains(document.activeElement) ? placeOf(document.activeElement, old) : -1;
  const scrolled = Array.from(old.querySelectorAll(".scroll"), ({ scrollLeft }) => scrollLeft);
  const section = document.adoptNode(next);
  old.replaceWith(section);
  for (const [index, area] of section.querySelectorAll(".scroll").entries())
    area.scrollLeft = scrolled[index] ?? 0;
  if (place >= 0) focusable(section)[place]?.focus({ preventScroll: true });
}

function focusable(section: Element): readonly HTMLElement[] {
  return Array.from(section.querySelectorAll<HTMLElement>("a, summary, [tabindex]"));
}

function placeOf(element: Element | null, section: Element): number {
  return focusable(section).findIndex((one) => one === element);
}

/** Follows the service's events; connects again whatever happens. */
function follow(path: string, page: LivePage): void {
  let wait: number = RETRY_MS[0];
  const connect = (): void => {
    const source = new EventSource(path);
    // What happened before the stream was open, or between two of them, is in none.
    source.addEventListener("open", () => {
      wait = RETRY_MS[0];
      page.show("live");
      void page.refresh();
    });
    for (const event of EVENTS) source.addEventListener(event, () => void page.refresh());
    source.addEventListener("error", () => {
      page.show("waiting");
      // A stream that broke connects by itself; one that was refused does not.
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(connect, wait);
      wait = Math.min(RETRY_MS[1], wait * 2);
    });
    // A page that is kept for going back holds no stream open.
    addEventListener("pagehide", () => source.close(), { once: true });
  };
  connect();
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) connect();
  });
}

const root = document.querySelector<HTMLElement>(".status");
if (root !== null) {
  const page = new LivePage(root);
  const { events } = root.dataset;
  if (events === undefined || events === "") setInterval(() => void page.refresh(), POLL_MS);
  else follow(events, page);
}
