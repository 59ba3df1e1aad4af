import { n as HITO, t as BRAIN } from "../../../../chunks/glossary.js";
import { i as markdown, o as shell, t as code } from "../../../../chunks/markdown.js";
// plugins/pages/texts/docs/en.ts
var en_default = ({ description, baseUrl, href, when, whenIdentified, whenWritten }) => markdown`
${description}

This page explains what all operations have in common.
${when("openapi.showOpenapi")`
The [OpenAPI description](route:openapi.showOpenapi) lists the parameters and answers of each operation.
`}

## Entry and discovery

${when("root.showRoot")`
Start at the [API root](route:root.showRoot) and follow its \`_links\`. The root links to every feature that is switched on, and to none that is switched off, so a client only needs to know one address.

${shell(`curl -s ${baseUrl}${href("root.showRoot")}`)}
`}

${when("openapi.showOpenapi")`
- [OpenAPI](route:openapi.showOpenapi) describes every operation, as JSON or YAML.
`}
${when("schemas.listSchemas")`
- [Schemas](route:schemas.listSchemas) has every type as JSON Schema.
`}
${when("capabilities.showCapabilities")`
- [Capabilities](route:capabilities.showCapabilities) shows which features are on, as flags.
`}
${when("api-discovery.showDiscovery")`
- [Discovery](route:api-discovery.showDiscovery) links to the API and its documents from a well-known address.
`}

${when("brains.listBrains")`
## Brains

${BRAIN.en} [List the brains](route:brains.listBrains).
`}

${when("offices.listOffices")`
## Offices and hitos

${HITO.en} [List the offices](route:offices.listOffices), each with its hitos.
`}

${when("links")`
## Links

Every answer links to related resources. JSON has them under \`_links\`, by relation; the \`Link\` header repeats them for clients that do not read the body. A link is present only while its target exists, so check for the link instead of building paths yourself.
`}

${when("lists")`
## Lists

Every list accepts the same query parameters.

| Parameter | Meaning | Example |
| --- | --- | --- |
| \`limit\` | Maximum number of items in the answer | \`limit=10\` |
| \`cursor\` | Where the next page starts; take it from the \`next\` link | |
| \`sort\` | Fields to sort by; \`-\` sorts in descending order | \`sort=-name\` |
| \`fields\` | Fields to return | \`fields=id,name\` |
| \`filter[field]\` | Items whose field has this value | \`filter[status]=active\` |
| \`filter[field][operator]\` | Items that match another comparison: \`ne\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`in\`, \`contains\` | \`filter[name][contains]=a\` |

An item must match all filters. The answer has the items under the name of the list, their number in \`_meta.count\`, and \`_links.next\` while there are more.
`}
${whenIdentified`

## Authentication

Some operations need a credential.${when("auth-methods")` See [authentication](rel:authMethods) for the ways to send one.`} Without it, or with one that does not count, the answer is 401, and \`WWW-Authenticate\` names the scheme. Where a credential lacks scopes that the operation needs, the answer is 403 and names them. Answers that depend on the caller are private, so that no cache sends them to others.
`}

## Errors

An error has a status of 400 or above and a body that says what was wrong and where.

${when("errors.listErrors")`
Its \`code\` comes from the [error catalog](route:errors.listErrors) and never changes its meaning. The texts next to it are for people and may change.
`}

${when("problem-details")`
Send \`Accept: application/problem+json\` for Problem Details (RFC 9457).
`}

${when("request-id")`
Every answer has the id of its request in \`X-Request-ID\`. Quote it when you ask for help.
`}

${when("cache")`
## Caching and conditional requests

\`Cache-Control\` says how long an answer may be cached. Most answers have an \`ETag\`: send it back in \`If-None-Match\`, and the answer is an empty 304 until something changes.

${when("root.showRoot")`
${shell(`curl -si ${baseUrl}${href("root.showRoot")} -H 'If-None-Match: "…"'`)}
`}

See also the [cache policy](rel:cachePolicy) and [conditional requests](rel:conditionalRequests).
`}

${when("rate-limit")`
## Rate limit

See [limits](route:rate-limit.showLimits) for how many requests a client may make. \`X-RateLimit-Remaining\` says how many are left, and \`X-RateLimit-Reset\` after how many seconds the count starts again. A request beyond the limit is refused with 429; wait for the number of seconds in \`Retry-After\`.
`}

${when("graphql.queryGraphql")`
## GraphQL

${code(href("graphql.queryGraphql"))} reads any number of lists and resources in one request, with the same filters and limits.

${shell(`curl -s ${baseUrl}${href("graphql.queryGraphql")} --json '{"query":"{ __typename }"}'`)}
${whenWritten`

Each operation that changes something is a field of the mutation, under the name that it has in OpenAPI. Path parameters are arguments, the body is \`input\` or \`patch\`, and \`ifMatch\` makes the write conditional. A refused field is null, with the error's code in \`extensions\`; the fields before it keep their effect. Mutations are sent with POST.
`}
`}

${when("events.streamEvents")`
## Events

${code(href("events.streamEvents"))} reports events as they happen, as Server-Sent Events. A client that reconnects with \`Last-Event-ID\` receives the events it missed, or the event \`reset\` when they are no longer available.
${whenIdentified`

A stream that is opened with a credential has the events that its caller may receive, and ends within five seconds after the credential is revoked or expires. Connect again with one that counts.
`}

${shell(`curl -sN ${baseUrl}${href("events.streamEvents")}`)}
`}

${when("changelog.listReleases")`
## Changes

The [changelog](route:changelog.listReleases) lists the changes of each release.
`}

${when("deprecation")`
An operation that will be removed announces it in the headers \`Deprecation\` and \`Sunset\`, long in advance.
`}

${when("rel:support")`
## Help

If you do not find an answer here, [ask](rel:support).
`}
`;
export { en_default as default };

//# sourceMappingURL=en.js.map