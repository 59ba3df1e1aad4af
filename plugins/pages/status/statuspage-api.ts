/** The status in the formats of the Statuspage API (version 2), which status clients read. */
import { type Registry, textIn } from "waymark";
import { translate } from "waymark/services";
import type { z } from "zod";
import type {
  StatusComponent,
  StatusIncident,
  StatusMaintenance,
  StatusSummary,
} from "../../../schemas/status-summary.ts";
import type { Announcement, Maintenance } from "./announcements.ts";
import { courseOf, type IncidentGroup, type State } from "./incident-groups.ts";
import { incidentHref, incidentTitle } from "./incidents.ts";
import type { StatusInfo } from "./info.ts";
import type { ShownState } from "./sections.ts";
import { hashOf } from "./announcements.ts";
import { type Locale, updateText } from "./messages.ts";

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

/** Incidents that a list has, as Statuspage's own have. */
const MOST = 50;

/** Returns all that the API answers with, where it is in English; each path leaves some of it out. */
export function statuspage(info: StatusInfo, locale: Locale) {
  const { registry, language } = locale;
  const { at, status, checks, history, names, maintenance } = info;
  const page_id = slug(registry.app.name);
  const name = translate(registry.app.name, registry, language);
  const past = typeof history === "object" ? history : undefined;
  const url = `${registry.baseUrl}${registry.href("status-page.showStatusPage") ?? ""}`;
  // Without a record, time counts from now.
  const first = past?.span.parts.find(({ samples }) => samples > 0)?.from ?? at;
  const components = checks.map((check, index): Component => ({
    id: hashOf(check.subject),
    page_id,
    name: names(check.subject, language),
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
    const affects = checks.map(({ parts }) => parts.some((part) => subjects.includes(part)));
    return components.filter((_, index) => affects[index]);
  };
  const incidents = [
    ...info.notices.map((one) => ({
      ...noticeOf(one, locale),
      page_id,
      shortlink: `${url}#note-${one.id}`,
      components: [],
    })),
    ...(past?.groups ?? []).slice(0, MOST).map((group) => ({
      ...incidentOf(group, info, locale),
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
      ...maintenanceOf(one, at, locale),
      page_id,
      shortlink: `${url}#maintenance-${one.id}`,
      components: affected(one.affects),
    })),
  };
}

type Body<T> = Omit<T, "page_id" | "shortlink" | "components">;

function incidentOf(group: IncidentGroup, { names }: StatusInfo, locale: Locale): Body<Incident> {
  const { id, worst, start, end, said } = group;
  const { messages, language } = locale;
  const steps = courseOf(group);
  const lastChange = steps.findLastIndex((one) => "subject" in one);
  const monitored = said.find(({ state }) => state === "monitoring");
  return {
    id,
    name: incidentTitle(group, names, locale),
    status: end === undefined ? (said.at(-1)?.state ?? "investigating") : "resolved",
    impact: IMPACTS[worst],
    created_at: timeOf(start),
    started_at: timeOf(start),
    updated_at: timeOf(steps.at(-1)?.at ?? start),
    monitoring_at: monitored === undefined ? null : timeOf(monitored.at),
    resolved_at: end === undefined ? null : timeOf(end),
    incident_updates: updatesOf(
      id,
      steps.map((one, index) => {
        if (!("subject" in one))
          return { status: one.state, at: one.at, body: textIn(one.text, language) };
        const status = end !== undefined && index === lastChange ? "resolved" : "investigating";
        const body = updateText(names(one.subject, language), one.to, messages);
        return { status, at: one.at, body };
      }),
    ),
  };
}

/** Returns the time for entries without a known time: the same at each request and each node. */
export function declaredAt(registry: Registry): number {
  return Date.parse(
    registry.route("status-page.showStatusPage")?.declaration.page?.updated ?? "1970-01-01",
  );
}

/** Returns a notice as operators of Statuspage write it: an incident without an impact. */
function noticeOf(one: Announcement, { registry, language }: Locale): Body<Incident> {
  const { id, title, from, announced: at = from || declaredAt(registry) } = one;
  const [time, name] = [timeOf(at), textIn(title, language)];
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
    incident_updates: updatesOf(id, [{ status: "monitoring", at, body: name }]),
  };
}

function maintenanceOf(one: Maintenance, now: number, { language }: Locale): Body<Scheduled> {
  const { id, title, text = title, from, until, announced = from } = one;
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
    incident_updates: updatesOf(id, steps),
  };
}

type Update = Incident["incident_updates"][number];

interface Step extends Pick<Update, "status" | "body"> {
  readonly at: number;
}

/** Returns the updates of an incident or maintenance, the latest first. */
function updatesOf(id: string, steps: readonly Step[]): Update[] {
  const updates = steps.map(({ status, at, body }, index) => {
    const time = timeOf(at);
    const times = { created_at: time, updated_at: time, display_at: time };
    const ids = { id: `${id}-${index + 1}`, incident_id: id };
    return { ...ids, status, body, ...times, affected_components: null };
  });
  return updates.toReversed();
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

export function timeOf(at: number): string {
  return new Date(at).toISOString();
}
