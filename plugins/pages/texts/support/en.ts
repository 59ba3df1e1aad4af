import type { TextContext } from "../shared/context.ts";
import { link, mailLink, markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  when,
  unless,
  options,
}: TextContext<{ email?: string | undefined; contactUrl?: string | undefined }>) => markdown`
${whenSet(options.email)`
Write to ${mailLink(options.email)}.
`}

${whenSet(options.contactUrl)`
Questions and reports are welcome at ${link(options.contactUrl)}.
`}

${unlessSet(options.email, options.contactUrl)`
The operator of ${name} has not published an address for questions here.
`}

## Before you ask

${when("rel:docs")`
- [Documentation](rel:docs): how the API behaves.
`}
${when("rel:faq")`
- [Questions and answers](rel:faq): what others asked.
`}
${when("rel:statusPage")`
- [Status](rel:statusPage): how the service is doing right now.
`}
${unless("rel:statusPage")`
${when("status.getStatus")`
- [Status](route:status.getStatus): how the service is doing right now.
`}
`}

## What to tell

- The method and the address that you asked, and when.
- The status, and the \`code\` of the error.
${when("request-id")`
- The \`X-Request-ID\` of the answer: with it the request is found in the log.
`}
- What you expected instead.

Leave out passwords, keys and personal data.

${when("rel:security")`
A weakness is not for a public place: see [Security](rel:security).
`}
`;
