import type { TextContext } from "../shared/context.ts";
import { code, markdown, shell } from "../shared/markdown.ts";

export default ({ description, baseUrl, href, when }: TextContext) => markdown`
${description}

This page says how the API behaves everywhere.
${when("openapi.showOpenapi")`
What single operations take and give is in the [OpenAPI description](route:openapi.showOpenapi).
`}

## Entry and discovery

${when("root.showRoot")`
Begin at the [API root](route:root.showRoot) and follow its \`_links\`. What is switched on is linked from there; what is switched off is not. So a client need know one address only.

${shell(`curl -s ${baseUrl}${href("root.showRoot")}`)}
`}

${when("openapi.showOpenapi")`
- [OpenAPI](route:openapi.showOpenapi) describes every operation, as JSON or YAML.
`}
${when("schemas.listSchemas")`
- [Schemas](route:schemas.listSchemas) gives every type as JSON Schema.
`}
${when("capabilities.showCapabilities")`
- [Capabilities](route:capabilities.showCapabilities) says what is on, as flags.
`}
${when("api-discovery.showDiscovery")`
- [Discovery](route:api-discovery.showDiscovery) names the API and all about it, at a well-known place.
`}

${when("links")`
## Links

Answers lead on. JSON has its links under \`_links\`, by relation; the \`Link\` header tells the same to those who do not read the body. A link is there only while what it leads to is there, so test for it and do not build paths yourself.
`}

${when("lists")`
## Lists

Every list takes the same query parameters.

| Parameter | What it does | Example |
| --- | --- | --- |
| \`limit\` | Largest number of items in the answer | \`limit=10\` |
| \`cursor\` | Goes on where a page ended; take it from the \`next\` link | |
| \`sort\` | Fields to sort by; a \`-\` descends | \`sort=-name\` |
| \`fields\` | Fields to return | \`fields=id,name\` |
| \`filter[field]\` | Items whose field has this value | \`filter[status]=active\` |
| \`filter[field][operator]\` | Items that compare in another way: \`ne\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`in\`, \`contains\` | \`filter[name][contains]=a\` |

All conditions must hold. The answer has the items under the list's own name, \`_meta.count\`, and \`_links.next\` while there is more.
`}

## Errors

An error has a status from 400 up and a body that says what was wrong and where.

${when("errors.listErrors")`
Its \`code\` is one of the [error catalog](route:errors.listErrors) and never changes its meaning; the texts beside it are for people and may.
`}

${when("problem-details")`
Ask with \`Accept: application/problem+json\` for Problem Details (RFC 9457).
`}

${when("request-id")`
Every answer names its request in \`X-Request-ID\`. Tell it when you ask for help.
`}

${when("cache")`
## Caching and conditional requests

\`Cache-Control\` says how long an answer may be kept. Most answers carry an \`ETag\`: send it back in \`If-None-Match\`, and the answer is an empty 304 while nothing changed.

${when("root.showRoot")`
${shell(`curl -si ${baseUrl}${href("root.showRoot")} -H 'If-None-Match: "…"'`)}
`}

More: [cache policy](rel:cachePolicy) and [conditional requests](rel:conditionalRequests).
`}

${when("rate-limit")`
## Rate limit

How many requests a client may make is in [limits](route:rate-limit.showLimits). \`X-RateLimit-Remaining\` says how many are left and \`X-RateLimit-Reset\` in how many seconds the count starts anew. One too many is refused with 429; wait for as many seconds as \`Retry-After\` says.
`}

${when("graphql.queryGraphql")`
## GraphQL

${code(href("graphql.queryGraphql"))} reads every list and resource in one request, with the same filters and limits.

${shell(`curl -s ${baseUrl}${href("graphql.queryGraphql")} --json '{"query":"{ __typename }"}'`)}
`}

${when("events.streamEvents")`
## Events

${code(href("events.streamEvents"))} tells what happens as it happens, as Server-Sent Events. A client that comes back with \`Last-Event-ID\` gets what it missed, or the event \`reset\` when that is no longer known.

${shell(`curl -sN ${baseUrl}${href("events.streamEvents")}`)}
`}

${when("changelog.listReleases")`
## Changes

The [changelog](route:changelog.listReleases) lists what changed.
`}

${when("deprecation")`
What is on its way out says so in the headers \`Deprecation\` and \`Sunset\`, long before it goes.
`}

${when("rel:support")`
## Help

What is missing here, [ask](rel:support).
`}
`;
