/** The status in the formats of the Statuspage API (version 2), which status clients read. They are in English. */
import { textIn, type Registry } from "waymark";
import type { z } from "zod";
import type {
  StatusComponent,
  StatusIncident,
  StatusMaintenance,
  StatusSummary,
} from "../../../schemas/status-summary.ts";
import type { Announcement, Maintenance } from "./announcements.ts";
import { courseOf, type IncidentGroup, type State } from "./incident-groups.ts";
import { declaredAt } from "./feed.ts";
import english from "./messages.json" with { type: "json" };
import { incidentHref, incidentTitle } from "./incidents.ts";
import type { ShownState, StatusInfo } from "./info.ts";
import { SERVICE } from "./names.ts";
import { hashOf } from "./announcements.ts";
import { localeFor, updateText } from "./messages.ts";

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

const LOCALE = localeFor("en", english);
/** Incidents that a list has, as Statuspage's own have. */
const MOST = 50;

/** Returns all that the API answers with; each path leaves some of it out. */
export function statuspage(info: StatusInfo, registry: Registry) {
  const { at, status, checks, history, names, maintenance } = info;
  const { name } = registry.app;
  const page_id = slug(name);
  const past = typeof history === "object" ? history : undefined;
  const url = `${registry.baseUrl}${registry.href("status-page.showStatusPage") ?? ""}`;
  // Without a record, time counts from now.
  const first = past?.span.parts.find(({ samples }) => samples > 0)?.from ?? at;
  const components = checks.map((check, index): Component => ({
    id: hashOf(check.subject),
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
    const ids = new Set(subjects.map(hashOf));
    return components.filter(({ id }) => ids.has(id));
  };
  const incidents = [
    ...info.notices.map((one) => ({
      ...noticeOf(one, declaredAt(registry)),
      page_id,
      shortlink: `${url}#announcements`,
      components: [],
    })),
    ...(past?.groups ?? []).slice(0, MOST).map((group) => ({
      ...incidentOf(group, info),
      page_id,
      shortlink: `${registry.baseUrl}${incidentHref(registry, group)}`,
      components: affected(group.subjects),
    })),
  ].toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  return {
    page: { id: page_id, name, url, time_zone: "Etc/UTC" as const, updated_at: timeOf(at) },
    status: INDICATORS[status],
    components,
    incidents: incidents.slice(0, MOST),
    unresolved: incidents.filter(({ resolved_at }) => resolved_at === null),
    scheduled_maintenances: maintenance.map((one) => ({
      ...maintenanceOf(one, at),
      page_id,
      shortlink: `${url}#maintenance-${one.id}`,
      components: affected(one.affects),
    })),
  };
}

type Body<T> = Omit<T, "page_id" | "shortlink" | "components">;

function incidentOf(group: IncidentGroup, { names }: StatusInfo): Body<Incident> {
  const { id, worst, start, end, said } = group;
  const { messages, language } = LOCALE;
  const steps = courseOf(group);
  const lastChange = steps.findLastIndex((one) => "subject" in one);
  const monitored = said.find(({ state }) => state === "monitoring");
  const states = new Map<string, State>();
  return {
    id,
    name: incidentTitle(group, names, LOCALE),
    status: end === undefined ? (said.at(-1)?.state ?? "investigating") : "resolved",
    impact: IMPACTS[worst],
    created_at: timeOf(start),
    started_at: timeOf(start),
    updated_at: timeOf(steps.at(-1)?.at ?? start),
    monitoring_at: monitored === undefined ? null : timeOf(monitored.at),
    resolved_at: end === undefined ? null : timeOf(end),
    incident_updates: steps
      .map((one, index) => {
        if (!("subject" in one))
          return {
            ...updateOf(id, index, one.state, one.at),
            body: textIn(one.text, language),
            affected_components: null,
          };
        const { at, subject, to } = one;
        const isEnd = end !== undefined && index === lastChange;
        const name = names(subject, language);
        const from = states.get(subject) ?? "ok";
        states.set(subject, to);
        const change = { old_status: COMPONENT_STATUS[from], new_status: COMPONENT_STATUS[to] };
        return {
          ...updateOf(id, index, isEnd ? "resolved" : "investigating", at),
          body: updateText(name, to, messages),
          affected_components:
            subject === SERVICE ? [] : [{ code: hashOf(subject), name, ...change }],
        };
      })
      .toReversed(),
  };
}

/** Returns a notice as operators of Statuspage write it: an incident without an impact. */
function noticeOf(one: Announcement, unknown: number): Body<Incident> {
  const { id, title, from, announced = from || unknown } = one;
  const [time, name] = [timeOf(announced), textIn(title, LOCALE.language)];
  const update = { ...updateOf(id, 0, "monitoring", announced), body: name };
  return {
    id,
    name,
    status: "monitoring",
    impact: "none",
    created_at: time,
    started_at: time,
    updated_at: time,
    monitoring_at: time,
    resolved_at: null,
    incident_updates: [{ ...update, affected_components: null }],
  };
}

function maintenanceOf(one: Maintenance, now: number): Body<Scheduled> {
  const { id, title, text = title, from, until, announced = from } = one;
  const { language } = LOCALE;
  const steps = [
    { status: "scheduled", at: announced, body: textIn(text, language) },
    ...(from <= now
      ? [{ status: "in_progress", at: from, body: "The maintenance has begun." } as const]
      : []),
  ] as const;
  const { status, at } = steps.at(-1) ?? steps[0];
  return {
    id,
    name: textIn(title, language),
    status,
    impact: "maintenance",
    created_at: timeOf(announced),
    started_at: timeOf(from),
    updated_at: timeOf(at),
    monitoring_at: null,
    resolved_at: null,
    scheduled_for: timeOf(from),
    scheduled_until: timeOf(until),
    incident_updates: steps
      .map((step, index) => ({
        ...updateOf(id, index, step.status, step.at),
        body: step.body,
        affected_components: null,
      }))
      .toReversed(),
  };
}

type Update = Incident["incident_updates"][number];

function updateOf(id: string, index: number, status: Update["status"], at: number) {
  const time = timeOf(at);
  const times = { created_at: time, updated_at: time, display_at: time };
  return { id: `${id}-${index + 1}`, incident_id: id, status, ...times };
}
function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
