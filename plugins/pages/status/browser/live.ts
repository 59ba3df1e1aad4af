/** Keeps the status page live: on each event it reads the page again and replaces the sections that differ. */

/** Minimum milliseconds between two readings of the page. */
const PAUSE_MS = 1000;
/** Milliseconds between two readings where the service has no event stream. */
const POLL_MS = 30_000;
/** Milliseconds before a refused stream is requested again: the first, doubled each time up to the second. */
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

  /** Reads the page again. A call during a reading causes one more reading. */
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

  /** Shows the state of the connection. */
  show(state: "live" | "waiting"): void {
    if (this.#connection === null) return;
    this.#connection.textContent = this.#root.dataset[`${state}Text`] ?? "";
    this.#connection.dataset["connection"] = state;
  }

  async #read(): Promise<void> {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      showLocalTimes(page);
      const before = this.#stateIn(document);
      for (const next of page.querySelectorAll("[data-live]")) replaceSection(next);
      const after = this.#stateIn(document);
      if (before?.state !== after?.state) this.#say(after?.text);
      else if (this.#announce?.textContent === this.#root.dataset["lostText"])
        this.#say(after?.text);
    } catch {
      // Not reachable, or refusing: the event stream reconnects and reads again.
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

/** Shows times in the zone of the reader, with UTC beside them: its day only where that is another one. */
function showLocalTimes(page: Document): void {
  const format = localFormat(page);
  for (const time of page.querySelectorAll<HTMLTimeElement>(".status time")) {
    const at = new Date(time.dateTime);
    const utc = time.textContent;
    const isSameDay = at.getDate() === at.getUTCDate();
    if (format !== undefined)
      time.textContent = `${format.format(at)} (${isSameDay ? utc.split(", ").at(-1) : utc})`;
  }
}

/** Returns the format of the reader's own time zone; undefined in UTC. */
function localFormat({ documentElement: { lang } }: Document): Intl.DateTimeFormat | undefined {
  const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
  const options = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat(locale, options);
  return format.resolvedOptions().timeZone === "UTC" ? undefined : format;
}

/** The same for the text of a bar, when somebody comes to it. */
function showLocalTip({ target }: Event): void {
  const bar = target instanceof HTMLElement && target.dataset["tip"] !== undefined ? target : null;
  const row = bar?.parentElement;
  if (bar === null || row == null || bar.dataset["local"] !== undefined) return;
  const { from, part } = row.dataset;
  const start = Number(from) + Number(part) * Array.from(row.children).indexOf(bar);
  const local = localFormat(document)?.formatRange(start, start + Number(part));
  bar.dataset["local"] = "";
  if (local === undefined) return;
  const [utc, ...rest] = (bar.dataset["tip"] ?? "").split(" · ");
  bar.dataset["tip"] = [local, ...rest, utc].join(" · ");
  if (bar.ariaLabel !== null) bar.ariaLabel = bar.dataset["tip"];
}

/** Replaces the section with the same id. Open details stay open, and the focus stays where it is. */
function replaceSection(next: Element): void {
  const old = document.getElementById(next.id);
  if (old === null) return;
  const opened = new Set(Array.from(old.querySelectorAll("details[open]"), ({ id }) => id));
  for (const details of next.querySelectorAll("details"))
    if (opened.has(details.id)) details.open = true;
  if (old.outerHTML === next.outerHTML) return;
  const refocus = keepFocus(old);
  const scrolled = Array.from(old.querySelectorAll(".scroll"), ({ scrollLeft }) => scrollLeft);
  const section = document.adoptNode(next);
  old.replaceWith(section);
  for (const [index, area] of section.querySelectorAll(".scroll").entries())
    area.scrollLeft = scrolled[index] ?? 0;
  refocus?.(section);
}

/** Parts of time, and all else that may have the focus. */
const PART = "[data-tip][tabindex]";
const STOP = ":is(a, summary, [tabindex]):not([data-tip])";

/** Returns a function that focuses the same place in the section's successor; undefined where the focus is elsewhere. */
function keepFocus(old: Element): ((section: Element) => void) | undefined {
  const { activeElement } = document;
  if (activeElement === null || !old.contains(activeElement)) return undefined;
  const kind = activeElement.matches(PART) ? PART : STOP;
  const place = Array.from(old.querySelectorAll(kind)).indexOf(activeElement);
  return (section) => {
    section.querySelectorAll<HTMLElement>(kind)[place]?.focus({ preventScroll: true });
  };
}

/** Follows the service's events, and reconnects after any failure. */
function follow(path: string, page: LivePage): void {
  let wait: number = RETRY_MS[0];
  const connect = (): void => {
    const source = new EventSource(path);
    // Events before the stream was open, or between two streams, are in neither.
    source.addEventListener("open", () => {
      wait = RETRY_MS[0];
      page.show("live");
      void page.refresh();
    });
    for (const event of EVENTS) source.addEventListener(event, () => void page.refresh());
    source.addEventListener("error", () => {
      page.show("waiting");
      // The browser reconnects a broken stream, but not a refused one.
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(connect, wait);
      wait = Math.min(RETRY_MS[1], wait * 2);
    });
    // A page in the back/forward cache must not hold a stream open.
    addEventListener("pagehide", () => source.close(), { once: true });
  };
  connect();
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) connect();
  });
}

showLocalTimes(document);
for (const event of ["pointerover", "focusin"]) addEventListener(event, showLocalTip);
const root = document.querySelector<HTMLElement>(".status[data-live-text]");
if (root !== null) {
  const page = new LivePage(root);
  const { events } = root.dataset;
  // Another period is another address, and the same page.
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(".ranges a") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    void page.refresh();
  });
  addEventListener("popstate", () => void page.refresh());
  if (events === undefined || events === "") setInterval(() => void page.refresh(), POLL_MS);
  else follow(events, page);
}
