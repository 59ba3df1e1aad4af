/** The status in the format of Statuspage's `summary.json`, which status clients read. */
import { createHash } from "node:crypto";
import type { Registry } from "waymark";
import type { Incident } from "waymark/services";
import type { z } from "zod";
import type {
  StatusComponent,
  StatusIncident,
  StatusSummary,
} from "../../../schemas/status-summary.ts";
import { type StatusInfo, subjectLabel, SERVICE, type State, reportableIncidents } from "./info.ts";

const INDICATORS = {
  ok: { indicator: "none", description: "All Systems Operational" },
  degraded: { indicator: "minor", description: "Partially Degraded Service" },
  down: { indicator: "critical", description: "Major Service Outage" },
} as const satisfies Record<State, z.output<typeof StatusSummary>["status"]>;

const COMPONENT_STATUS = {
  ok: "operational",
  degraded: "degraded_performance",
  down: "major_outage",
} as const satisfies Record<State, z.output<typeof StatusComponent>["status"]>;

type Component = z.output<typeof StatusComponent>;

export function statusSummary(
  { at, status, checks, history }: StatusInfo,
  registry: Registry,
): z.output<typeof StatusSummary> {
  const { name } = registry.app;
  const url = `${registry.baseUrl}${registry.href("status-page.showStatusPage") ?? ""}`;
  const page_id = idOf(name);
  const past = typeof history === "object" ? history : undefined;
  // Without a record, time counts from now.
  const first = past?.week.parts.find(({ samples }) => samples > 0)?.from ?? at;
  const components = checks.map((check, index): Component => ({
    id: idOf(check.subject),
    page_id,
    name: check.label,
    status: COMPONENT_STATUS[check.status],
    description: check.detail ?? null,
    position: index + 1,
    created_at: timeOf(first),
    updated_at: timeOf(check.since ?? first),
    start_date: null,
    group: false,
    group_id: null,
    showcase: true,
    only_show_if_degraded: false,
  }));
  const open = past?.incidents.filter(({ end }) => end === undefined) ?? [];
  return {
    page: { id: page_id, name, url, time_zone: "Etc/UTC", updated_at: timeOf(at) },
    status: INDICATORS[status],
    components,
    incidents: reportableIncidents(open).map((incident) =>
      incidentOf(incident, components, page_id, url),
    ),
    scheduled_maintenances: [],
  };
}

function incidentOf(
  { id: key, subject, to, detail, start }: Incident,
  components: readonly Component[],
  page_id: string,
  url: string,
): z.output<typeof StatusIncident> {
  // The key itself contains the instance's name.
  const id = createHash("sha256").update(key).digest("hex").slice(0, 12);
  const time = timeOf(start);
  const name =
    subject === SERVICE
      ? INDICATORS[to].description
      : `${subjectLabel(subject)} is ${to === "down" ? "down" : "impaired"}`;
  return {
    id,
    page_id,
    name,
    status: "investigating",
    impact: INDICATORS[to].indicator,
    created_at: time,
    started_at: time,
    updated_at: time,
    monitoring_at: null,
    resolved_at: null,
    shortlink: `${url}#incidents`,
    incident_updates: [
      {
        id: `${id}-1`,
        incident_id: id,
        status: "investigating",
        body: detail ?? name,
        created_at: time,
        updated_at: time,
        display_at: time,
      },
    ],
    components: components.filter((component) => component.id === idOf(subject)),
  };
}

/** An identifier that is safe in paths and attributes. */
function idOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
