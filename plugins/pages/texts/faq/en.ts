import { BRAIN, HITO } from "../../shared/glossary.ts";
import type { TextContext } from "../shared/context.ts";
import { code, markdown } from "../shared/markdown.ts";

export default ({ href, limit, when, whenIdentified, unlessIdentified }: TextContext) => markdown`
${when("root.showRoot")`
## Where do I start?

At the [API root](route:root.showRoot). It links to everything else, and works in a browser as well as in a program.
`}

## Do I need an account or a key?

${whenIdentified`
Only for the operations that ask for one. Without it they answer 401, and their \`WWW-Authenticate\` names the way.
`}
${unlessIdentified`
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

${String(limit?.limit)} in ${String(limit?.windowSeconds)} seconds.${whenIdentified` A credential may have [a limit of its own](route:rate-limit.showLimits).`} Every answer says how many requests are left. After a 429, wait for the number of seconds in \`Retry-After\`.
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
