/** The names that the contract fixes: published types and capability flags. */
import { afterAll, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { json } from "../_setup.ts";

/** Types in the order of the contract. */
const TYPES =
  `Office Service Brain Integration Health Error Problem GraphQLResponse AuditEvents Usage Status
  Version Capabilities BrainsList OfficesList Locales SchemasList ErrorCatalog Changelog Ping Ready RequestInfo ApiRoot
  Observability ApiVersions ConformsTo AuthMethods Encoding Cors RetryPolicy MediaTypes WellKnownPaths LinkRelations
  SizeLimits PreferDiscovery IdempotencyDiscovery CachePolicyDiscovery PaginationDiscovery DeprecationPolicyDiscovery
  SloDiscovery QueryPolicyDiscovery WebhooksDiscovery AcceptPolicyDiscovery BulkPolicyDiscovery ErrorsPolicyDiscovery
  TimingPolicyDiscovery SecurityPolicyDiscovery DocumentationDiscovery RateLimitPolicyDiscovery
  ConditionalRequestsDiscovery ResiliencePolicyDiscovery ConsistencyPolicyDiscovery
  IntegrationsList Limits Time Metrics`.split(/\s+/);

/** Flags that are true of the whole preset. */
const TRUE =
  `openapi locales rateLimitHeaders schemas apiVersioning sse metrics graphql serverTiming securityTxt
  problemDetails sparseFieldsets contentDigest wantDigest traceContext exposeHeaders preferHeader auditStub profileLink
  wellKnownChangeLog apiPlayground usageStub sunsetHeader stability wellKnownApiDiscovery hsts recommended permissionsPolicy
  referrerPolicy conformsTo retryAfterOn429 readinessProbe requestInfo listMeta hateoasBodyLinks observability
  openapiYaml apiVersionLifecycle conformsToEndpoint authMethods encodingDiscovery corsDiscovery retryPolicyDiscovery
  mediaTypesDiscovery wellKnownPathsDiscovery linkRelationsDiscovery sizeLimitsDiscovery preferDiscovery
  idempotencyDiscovery cachePolicyDiscovery paginationDiscovery deprecationPolicyDiscovery sloDiscovery
  queryPolicyDiscovery webhooksDiscovery acceptPolicyDiscovery bulkPolicyDiscovery errorsPolicyDiscovery
  timingPolicyDiscovery securityPolicyDiscovery documentationDiscovery rateLimitPolicyDiscovery
  conditionalRequestsDiscovery resiliencePolicyDiscovery consistencyPolicyDiscovery`.split(/\s+/);

/** Nothing provides these: webhooks and bulk are planned, no plugin of the preset authenticates. */
const FALSE = ["webhooks", "auth", "bulk"];

const server = await createTestServer();
afterAll(() => server.close());

it("the published types are the 56 of the contract (B3)", async () => {
  const { schemas } = await json<{ schemas: string[] }>(await server.fetch("/api/schemas"));
  expect({
    missing: TYPES.filter((name) => !schemas.includes(name)),
    extra: schemas.filter((name) => !TYPES.includes(name)),
  }).toEqual({ missing: [], extra: [] });
  expect(schemas).toHaveLength(56);
  expect(schemas.slice(0, 6)).toEqual(TYPES.slice(0, 6));
});

it("every flag of the contract is there, with its value", async () => {
  const { capabilities } = await json<{ capabilities: Record<string, boolean> }>(
    await server.fetch("/api/capabilities"),
  );
  const expected = Object.fromEntries([
    ...TRUE.map((flag) => [flag, true]),
    ...FALSE.map((flag) => [flag, false]),
  ]);
  expect(capabilities).toMatchObject(expected);
});
