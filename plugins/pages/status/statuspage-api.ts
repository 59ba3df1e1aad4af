/** The status in the formats of the Statuspage API (version 2), which status clients read. They are in English. */
import { createHash } from "node:crypto";
import { textIn, type Registry } from "waymark";
import type { z } from "zod";
import type {
  StatusComponent,
  StatusIncident,
  StatusMaintenance,
  StatusSummary,
} from "../../../schemas/status-summary.ts";
import type { Episode, State } from "./episodes.ts";
import { maintenanceId } from "./feed.ts";
import { localeFor } from "./format.ts";
import { incidentHref, incidentTitle } from "./incidents.ts";
import { isActive, type ShownState, type StatusInfo } from "./info.ts";
import type { Maintenance } from "./options.ts";

const INDICATORS = {
  ok: { indicator: "none", description: "All Systems Operational" },
  degraded: { indicator: "minor", description: "Partially Degraded Service" },
  down: { indicator: "critical", description: "Major Service Outage" },
  maintenance: { indicator: "maintenance", description: "Service Under Maintenance" },
} as const satisfies Record<ShownState, z.output<typeof StatusSummary>["status"]>;

const IMPACTS = { ok: "none", degraded: "minor", down: "critical" } as const satisfies Record<
  State,
  Incident["impact"]
>;

const COMPONENT_STATUS = {
  ok: "operational",
  degraded: "degraded_performance",
  down: "major_outage",
  maintenance: "under_maintenance",
} as const satisfies Record<ShownState, Component["status"]>;

type Component = z.output<typeof StatusComponent>;
type Incident = z.output<typeof StatusIncident>;
type Scheduled = z.output<typeof StatusMaintenance>;

const LOCALE = localeFor("en");
/** Incidents that a list has, as Statuspage's own have. */
const MOST_INCIDENTS = 50;

/** All that the API answers with; each path leaves some of it out. */
export function statuspage(info: StatusInfo, registry: Registry) {
  const { at, status, checks, history, names, maintenance } = info;
  const { name } = registry.app;
  const page_id = slug(name);
  const past = typeof history === "object" ? history : undefined;
  const url = `${registry.baseUrl}${registry.href("status-page.showStatusPage") ?? ""}`;
  // Without a record, time counts from now.
  const first = past?.span.parts.find(({ samples }) => samples > 0)?.from ?? at;
  const components = checks.map((check, index): Component => ({
    id: idOf(check.subject),
    page_id,
    name: names(check.subject, LOCALE.language),
    status: COMPONENT_STATUS[check.status],
    description: null,
    position: index + 1,
    created_at: timeOf(first),
    updated_at: timeOf(check.since ?? first),
    start_date: null,
    group: false,
    group_id: null,
    showcase: true,
    only_show_if_degraded: false,
  }));
  const affected = (subjects: readonly string[]) => {
    const ids = new Set(subjects.map(idOf));
    return components.filter(({ id }) => ids.has(id));
  };
  const incidents = (past?.episodes ?? []).slice(0, MOST_INCIDENTS).map((episode) => ({
    ...incidentOf(episode, info),
    page_id,
    shortlink: `${registry.baseUrl}${incidentHref(registry, episode)}`,
    components: affected(episode.subjects),
  }));
  return {
    page: { id: page_id, name, url, time_zone: "Etc/UTC" as const, updated_at: timeOf(at) },
    status: INDICATORS[status],
    components,
    incidents,
    unresolved: incidents.filter(({ resolved_at }) => resolved_at === null),
    scheduled_maintenances: maintenance.map((one) => ({
      ...maintenanceOf(one, isActive(one, at)),
      page_id,
      shortlink: `${url}#maintenance-title`,
      components: affected(one.affects),
    })),
  };
}

type Body<T> = Omit<T, "page_id" | "shortlink" | "components">;

function incidentOf(episode: Episode, { names }: StatusInfo): Body<Incident> {
  const { id, worst, start, end, updates } = episode;
  const { messages, language } = LOCALE;
  const isLast = (index: number) => end !== undefined && index === updates.length - 1;
  const statusAt = (index: number): Incident["status"] =>
    isLast(index) ? "resolved" : "investigating";
  return {
    id,
    name: incidentTitle(episode, names, LOCALE),
    status: end === undefined ? "investigating" : "resolved",
    impact: IMPACTS[worst],
    created_at: timeOf(start),
    started_at: timeOf(start),
    updated_at: timeOf(updates.at(-1)?.at ?? start),
    monitoring_at: null,
    resolved_at: end === undefined ? null : timeOf(end),
    incident_updates: updates
      .map(({ at, subject, to }, index) => ({
        id: `${id}-${index + 1}`,
        incident_id: id,
        status: statusAt(index),
        body: messages.update(names(subject, language), messages.state[to]),
        ...timesOf(at),
      }))
      .toReversed(),
  };
}

function maintenanceOf(one: Maintenance, isUnderWay: boolean): Body<Scheduled> {
  const id = maintenanceId(one);
  const name = textIn(one.title, LOCALE.language);
  const status = isUnderWay ? "in_progress" : "scheduled";
  const body = one.text === undefined ? name : textIn(one.text, LOCALE.language);
  const times = timesOf(one.from);
  return {
    id,
    name,
    status,
    impact: "maintenance",
    created_at: times.created_at,
    started_at: times.created_at,
    updated_at: times.updated_at,
    monitoring_at: null,
    resolved_at: null,
    scheduled_for: timeOf(one.from),
    scheduled_until: timeOf(one.until),
    incident_updates: [{ id: `${id}-1`, incident_id: id, status, body, ...times }],
  };
}

function timesOf(at: number) {
  const time = timeOf(at);
  return { created_at: time, updated_at: time, display_at: time };
}

/** Without the name of the plugin, which is of no concern to clients. */
function idOf(subject: string): string {
  return createHash("sha256").update(subject).digest("hex").slice(0, 12);
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
