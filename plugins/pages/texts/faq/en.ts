import type { TextContext } from "../shared/context.ts";
import { code, markdown } from "../shared/markdown.ts";

export default ({ href, when, unless }: TextContext) => markdown`
${when("root.showRoot")`
## Where do I begin?

At the [API root](route:root.showRoot). It links to everything else, and a browser shows it as well as any program reads it.
`}

## Do I need an account or a key?

${when("auth-methods")`
How clients identify themselves, if they have to, is told under [authentication](rel:authMethods).
`}
${unless("auth-methods")`
The API asks for neither unless an answer says so.
`}

${when("rate-limit")`
## How often may I ask?

The numbers are in [limits](route:rate-limit.showLimits), and every answer says how many requests are left. After a 429, wait for as many seconds as \`Retry-After\` says.
`}

${when("cache")`
## How do I notice that something changed?

Keep the \`ETag\` of an answer and send it in \`If-None-Match\`: 304 means that nothing did.
${when("events.streamEvents")`
To be told without asking, follow the events at ${code(href("events.streamEvents"))}.
`}
`}

${when("lists")`
## Why does a list not have all its items?

It comes in pages. Follow \`_links.next\` until there is none, and take the address as it is.
`}

${when("cors")`
## May I call the API from a web page?

The [CORS policy](rel:cors) says which sites may.
`}

${when("openapi.showOpenapi")`
## Can I have a client made for me?

Yes: give the [OpenAPI description](route:openapi.showOpenapi) to a generator for your language.
`}

${when("rel:support")`
## Where do I ask what is not here?

See [Support](rel:support).
`}
`;
