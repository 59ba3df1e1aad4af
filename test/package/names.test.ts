/** The public names, door by door: adding or removing one shows here. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publicNames } from "./_surface.ts";

const { exports: doors } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
) as { readonly exports: Readonly<Record<string, string>> };

const modules = Object.entries(doors).filter(([, path]) => path.endsWith(".ts"));

function namesOf(door: string): readonly string[] {
  return publicNames(doors[door] ?? "").map(({ name }) => name);
}

it("has these doors", () => {
  expect(modules.map(([name]) => name)).toMatchInlineSnapshot(`
    [
      ".",
      "./services",
      "./resources",
      "./preset",
      "./advanced",
      "./tools",
      "./conformance",
      "./schemas",
      "./testing",
      "./server",
    ]
  `);
});

it("waymark has what authors of plugins need, and no more than 80 names", () => {
  expect(namesOf(".").length).toBeLessThanOrEqual(80);
});

describe("the names of", () => {
  it("waymark", () => {
    expect(namesOf(".")).toMatchInlineSnapshot(`
      [
        "type CacheDeclaration",
        "type Call",
        "type Capability",
        "type Command",
        "type CommandContext",
        "type CompiledPolicy",
        "type Contribution",
        "type CredentialRequest",
        "type Download",
        "type Duration",
        "type ErrorCodes",
        "type ErrorEntry",
        "type EventDeclaration",
        "type Export",
        "FairQueue",
        "type FieldError",
        "type Filter",
        "type HandlerCall",
        "type HandlerContext",
        "Histogram",
        "Html",
        "type Identifies",
        "type Json",
        "type JsonSchema",
        "type ListPage",
        "type ListQuery",
        "type Localized",
        "type Log",
        "type MaybePromise",
        "type Outcome",
        "type PageContent",
        "type PerOptions",
        "type Plugin",
        "type PluginKeys",
        "type PluginSetting",
        "type PluginTypes",
        "type Point",
        "type Policy",
        "type PolicyAnswer",
        "type PolicyContext",
        "type Principal",
        "type Queue",
        "type Refusal",
        "type Registry",
        "type Relation",
        "type Reply",
        "type RequestValue",
        "type RootLink",
        "type Route",
        "type RoutePolicies",
        "type Schema",
        "type SealedRoute",
        "type SetupContext",
        "type StatementContext",
        "type TableDeclaration",
        "type Tool",
        "type ToolContext",
        "Tracepoint",
        "type Translations",
        "Unavailable",
        "type WaymarkConfig",
        "currentCaller",
        "defineConfig",
        "definePlugin",
        "definePoint",
        "definePolicy",
        "didYouMean",
        "html",
        "messageOf",
        "optional",
        "ownState",
        "refusalOf",
        "requestValue",
        "service",
        "show",
        "textIn",
        "toMilliseconds",
        "toSeconds",
      ]
    `);
  });

  it("waymark/services", () => {
    expect(namesOf("./services")).toMatchInlineSnapshot(`
      [
        "type ActiveSpan",
        "type Alert",
        "Alerts",
        "Audit",
        "type AuditEntry",
        "type BusEvents",
        "type BusMessage",
        "type CertificateStatus",
        "type CheckRecord",
        "type CheckResult",
        "Clock",
        "type ClosableBus",
        "Conflict",
        "type Counter",
        "Deployment",
        "type DeploymentNeed",
        "Doors",
        "type Elsewhere",
        "EventBus",
        "type Exemplar",
        "type Family",
        "Guarantees",
        "Health",
        "type HealthCheck",
        "HealthChecks",
        "type HealthOverview",
        "type HealthReport",
        "type HistogramFamily",
        "type HistogramMetric",
        "type HistogramSample",
        "History",
        "type HistoryPart",
        "Ids",
        "type Incident",
        "type InnerAnswer",
        "type InnerRequest",
        "type Instance",
        "Jobs",
        "type LabelledValue",
        "type Labels",
        "type Limit",
        "Limiter",
        "type ListenInput",
        "Listening",
        "Measurements",
        "type Metric",
        "type MetricInfo",
        "Metrics",
        "type NamedCheck",
        "type NodeHealth",
        "type NodeInfo",
        "Nodes",
        "type NumberFamily",
        "type NumberMetric",
        "type OpenConnections",
        "type OpenListener",
        "type Opened",
        "type Opening",
        "PageEntries",
        "type PageInstanceEntry",
        "type PeriodicTask",
        "type Plan",
        "Plans",
        "type PublishOptions",
        "type Quota",
        "type Read",
        "type ReadOptions",
        "type RequestServer",
        "Runtime",
        "type ScheduledJob",
        "ScheduledJobs",
        "type ScheduledTask",
        "Scheduler",
        "type SealedAlert",
        "type Semaphore",
        "Semaphores",
        "type ServerPhase",
        "SharedEvents",
        "Store",
        "type Stretch",
        "type Subscription",
        "type Table",
        "type TableRows",
        "type TaskStatus",
        "Tracer",
        "type TransactionOptions",
        "UniqueViolation",
        "instancesOf",
        "pageEntriesOf",
      ]
    `);
  });

  it("waymark/preset", () => {
    expect(namesOf("./preset")).toMatchInlineSnapshot(`
      [
        "default",
      ]
    `);
  });

  it("waymark/resources", () => {
    expect(namesOf("./resources")).toMatchInlineSnapshot(`
      [
        "type Action",
        "type Resource",
        "type ResourceAccess",
        "type ResourceDeclaration",
        "type ResourceHandlers",
        "type ResourceRoutes",
        "type RowOf",
        "type RuleCall",
        "type Write",
        "resource",
      ]
    `);
  });

  it("waymark/conformance", () => {
    expect(namesOf("./conformance")).toMatchInlineSnapshot(`
      [
        "type Answer",
        "type Case",
        "type CheckContext",
        "type Creation",
        "type DearRequest",
        "type Door",
        "type Doors",
        "type Link",
        "type NodeCase",
        "type NodesContext",
        "OK",
        "type Operation",
        "type PolicyCase",
        "type PolicyConformance",
        "type Question",
        "type Quota",
        "type RecordedAnswer",
        "type ServiceNode",
        "type Untestable",
        "type Violation",
        "asObject",
        "defineConformance",
        "expectThat",
        "headerFits",
        "headerIs",
        "isJson",
        "outcomeOf",
        "ownAnswers",
        "readError",
        "readItems",
        "readJson",
        "readLinks",
        "readObject",
        "readsHeader",
        "refuses",
        "same",
        "sameNames",
        "statusIs",
        "testCase",
        "testLaw",
        "writesHeader",
      ]
    `);
  });

  it("waymark/schemas", () => {
    expect(namesOf("./schemas")).toMatchInlineSnapshot(`
      [
        "AcceptPolicyDiscovery",
        "ApiRoot",
        "ApiVersion",
        "AuditEvent",
        "AuditEvents",
        "AuthMethod",
        "AuthMethods",
        "Backoff",
        "Brain",
        "BulkFormat",
        "BulkPolicyDiscovery",
        "CachePolicyDiscovery",
        "CacheablePath",
        "Capabilities",
        "ConditionalRequestsDiscovery",
        "ConformsTo",
        "ConsistencyPolicyDiscovery",
        "Cors",
        "DataChanged",
        "DeprecatedRoute",
        "DeprecationPolicyDiscovery",
        "Described",
        "DocumentationDiscovery",
        "DocumentationResource",
        "Duration",
        "Encoding",
        "ErrorBody",
        "ErrorCatalogEntry",
        "ErrorsPolicyDiscovery",
        "FieldError",
        "Health",
        "HealthChanged",
        "HealthObservation",
        "HealthState",
        "Heartbeat",
        "Hito",
        "INTEGRATION_KINDS",
        "IdempotencyDiscovery",
        "Integration",
        "Limits",
        "LinkRelation",
        "LinkRelations",
        "Locale",
        "MediaTypes",
        "Metrics",
        "Negotiated",
        "Objective",
        "Observability",
        "Office",
        "OfficeWithHito",
        "PaginationDiscovery",
        "Ping",
        "PreferDiscovery",
        "Preference",
        "Problem",
        "QueryPolicyDiscovery",
        "RateLimitPolicyDiscovery",
        "Ready",
        "RegistryChanged",
        "Release",
        "RequestInfo",
        "Reset",
        "ResiliencePolicyDiscovery",
        "RetryPolicy",
        "SchemasList",
        "SecurityPolicyDiscovery",
        "Service",
        "SizeLimits",
        "SloDiscovery",
        "Stability",
        "StandardCode",
        "Status",
        "StatusChanged",
        "StatusComponent",
        "StatusIncident",
        "StatusIncidentUpdate",
        "StatusSampled",
        "StatusSummary",
        "Time",
        "TimingPolicyDiscovery",
        "Usage",
        "Version",
        "WebhooksDiscovery",
        "WellKnownPath",
        "WellKnownPaths",
        "integration",
      ]
    `);
  });

  it("waymark/testing", () => {
    expect(namesOf("./testing")).toMatchInlineSnapshot(`
      [
        "type FixedClock",
        "type Mask",
        "type OpenStore",
        "type PluginCheck",
        "type PluginTestOptions",
        "type Requests",
        "type SignedIn",
        "type SnapshotOptions",
        "type StoreMaker",
        "type TestServer",
        "type TestServerOptions",
        "createTestServer",
        "fixedClock",
        "fixedIds",
        "pluginChecks",
        "snapshotRegistry",
        "storeChecks",
        "testPlugin",
      ]
    `);
  });

  it("waymark/server", () => {
    expect(namesOf("./server")).toMatchInlineSnapshot(`
      [
        "type Absent",
        "BootError",
        "type BootInput",
        "type Booted",
        "type ConfigInput",
        "type Env",
        "type Finding",
        "type InstalledPlugin",
        "type LogInput",
        "type LogLevel",
        "type Notice",
        "type ProcessLog",
        "type Reloaded",
        "type ResolvedConfig",
        "type RunningServer",
        "type ServerOptions",
        "type Timings",
        "boot",
        "createLog",
        "startServer",
      ]
    `);
  });
});

it.each(modules)("%s has a doc comment for every name", (_, path) => {
  const silent = publicNames(path).filter(({ documented }) => !documented);
  expect(silent.map(({ name, at }) => `${name} (${at})`)).toEqual([]);
});
