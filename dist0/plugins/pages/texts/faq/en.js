import { n as HITO, t as BRAIN } from "../../../../chunks/glossary.js";
import { i as markdown, t as code } from "../../../../chunks/markdown.js";
// plugins/pages/texts/faq/en.ts
var en_default = ({ href, when, unless }) => markdown`
${when("root.showRoot")`
## Where do I start?

At the [API root](route:root.showRoot). It links to everything else, and works in a browser as well as in a program.
`}

## Do I need an account or a key?

${when("auth-methods")`
See [authentication](rel:authMethods) for whether and how clients identify themselves.
`}
${unless("auth-methods")`
No, unless an answer asks for one.
`}

${when("brains.listBrains")`
## What is a brain?

${BRAIN.en} [List the brains](route:brains.listBrains).
`}

${when("offices.listOffices")`
## What is a hito?

${HITO.en} Every [office](route:offices.listOffices) lists its hitos.
`}

${when("rate-limit")`
## How many requests may I make?

See [limits](route:rate-limit.showLimits) for the numbers; every answer says how many requests are left. After a 429, wait for the number of seconds in \`Retry-After\`.
`}

${when("cache")`
## How do I notice a change?

Keep the \`ETag\` of an answer and send it in \`If-None-Match\`: a 304 means that nothing has changed.
${when("events.streamEvents")`
To be notified without asking, follow the events at ${code(href("events.streamEvents"))}.
`}
`}

${when("lists")`
## Why does a list not return all of its items?

Lists are divided into pages. Follow \`_links.next\` until it is missing, and use its address unchanged.
`}

${when("cors")`
## May I call the API from a web page?

The [CORS policy](rel:cors) lists the sites that may.
`}

${when("openapi.showOpenapi")`
## Can I generate a client?

Yes: pass the [OpenAPI description](route:openapi.showOpenapi) to a generator for your language.
`}

${when("rel:support")`
## Where do I ask other questions?

See [Support](rel:support).
`}
`;
export { en_default as default };

//# sourceMappingURL=en.js.map