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
      "./preset",
      "./conformance",
      "./schemas",
      "./testing",
      "./server",
    ]
  `);
});

describe("the names of", () => {
  it("waymark", () => {
    expect(namesOf(".")).toMatchInlineSnapshot(`
      [
        "type BodyInfo",
        "type BodySlot",
        "type CacheDeclaration",
        "type Call",
        "type CallTarget",
        "type CatalogEntry",
        "type Coding",
        "type Command",
        "type CommandArg",
        "type CommandContext",
        "type CommandFlag",
        "type CompiledPolicy",
        "type Contribution",
        "ContributionError",
        "type Contributions",
        "type Converted",
        "type Duration",
        "type ErrorCode",
        "type ErrorCodes",
        "type ErrorEntry",
        "type ErrorForm",
        "type Export",
        "type ExportChange",
        "type ExportCompare",
        "FILTER_OPERATORS",
        "type Failure",
        "type Field",
        "type FieldError",
        "type Filter",
        "type FilterOperator",
        "type HandlerCall",
        "type HandlerContext",
        "type HeaderView",
        "type HealthCheck",
        "type HealthReport",
        "Html",
        "type HtmlValue",
        "JSON_SCHEMA_DIALECT",
        "type Json",
        "type JsonSchema",
        "type LabelledValue",
        "type ListEngine",
        "type ListPage",
        "type ListQuery",
        "type ListResult",
        "type Localized",
        "type Log",
        "type Member",
        "type MemberContext",
        "type Menu",
        "type Metric",
        "type OpenapiInfo",
        "type OptionalService",
        "type Outcome",
        "type Owned",
        "type PageContent",
        "type PageEntry",
        "type PageForm",
        "type PageMeta",
        "type Plugin",
        "type PluginFinding",
        "type PluginSetting",
        "type Policy",
        "type PolicyContext",
        "type Preferences",
        "type Rate",
        "type Refusal",
        "type Registry",
        "type Relation",
        "type Reply",
        "type Representation",
        "type ResolvedRelation",
        "type RootLink",
        "type Route",
        "type RouteBase",
        "type RouteInfo",
        "type RoutePolicies",
        "type Scalar",
        "type ScalarField",
        "type Schema",
        "type SchemaField",
        "type SealedRoute",
        "type Service",
        "type SetupContext",
        "type Slot",
        "type SortKey",
        "type StatementContext",
        "type TableDeclaration",
        "type Tracked",
        "Unavailable",
        "type Validation",
        "type WaymarkConfig",
        "absoluteRootLink",
        "capabilityFlags",
        "clientNetwork",
        "defineConfig",
        "definePlugin",
        "definePolicy",
        "didYouMean",
        "escapeHtml",
        "fieldNames",
        "fieldsOf",
        "fillPath",
        "fillRelation",
        "flatten",
        "html",
        "messageOf",
        "openapiDocument",
        "optional",
        "pageMeta",
        "pagesOf",
        "parsePath",
        "parseRate",
        "publicName",
        "publishedSchema",
        "relatedRoute",
        "requestValue",
        "requiredNames",
        "scalarFields",
        "servedSchema",
        "servedTypescript",
        "service",
        "show",
        "spellHeader",
        "standardOutput",
        "textIn",
        "toInputJsonSchema",
        "toJsonSchema",
        "toMilliseconds",
        "toSeconds",
        "typescriptModule",
      ]
    `);
  });

  it("waymark/services", () => {
    expect(namesOf("./services")).toMatchInlineSnapshot(`
      [
        "type BusEvents",
        "type BusMessage",
        "type CheckRecord",
        "type CheckResult",
        "Clock",
        "EventBus",
        "Health",
        "type HealthOverview",
        "History",
        "type HistoryPart",
        "Ids",
        "type Incident",
        "type OwnedCheck",
        "type OwnedMetric",
        "type Read",
        "type ReadOptions",
        "Runtime",
        "Store",
        "type Subscription",
        "type Table",
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

  it("waymark/conformance", () => {
    expect(namesOf("./conformance")).toMatchInlineSnapshot(`
      [
        "type Answer",
        "type Case",
        "type CheckContext",
        "type Link",
        "OK",
        "type Operation",
        "type PolicyCase",
        "type PolicyConformance",
        "type Question",
        "type Quota",
        "type RecordedAnswer",
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
        "type PluginCheck",
        "type PluginTestOptions",
        "type SnapshotOptions",
        "type TestServer",
        "type TestServerOptions",
        "createTestServer",
        "fixedClock",
        "fixedIds",
        "pluginChecks",
        "snapshotRegistry",
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
