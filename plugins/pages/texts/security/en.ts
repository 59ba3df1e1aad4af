import type { TextContext } from "../shared/context.ts";
import { mailLink, markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  when,
  unless,
  options,
}: TextContext<{ email?: string | undefined }>) => markdown`
## Report a weakness

${whenSet(options.email)`
Write to ${mailLink(options.email)}.
`}

${when("security-txt.showSecurityTxt")`
Whom to tell is in [security.txt](route:security-txt.showSecurityTxt), for people and programs alike.
`}

${unlessSet(options.email)`
${unless("security-txt.showSecurityTxt")`
The operator of ${name} has not published an address for reports here.
`}
`}

Say what you found, where, and how to see it again. Please do not publish it before it is mended, do not look at data that is not yours, and do not try how much load the service can take.

## What protects this service

- Input is checked before anything is done with it; what does not fit is refused, and the answer says why.
${when("size-limits")`
- Requests may only be so large: [size limits](rel:sizeLimits).
`}
${when("rate-limit")`
- A client may only make so many of them: [limits](route:rate-limit.showLimits).
`}
${when("security-headers")`
- Answers carry headers that limit what a browser does with them: [security policy](rel:securityPolicy).
`}
${when("cors")`
- Which sites may read answers within a browser is told in the [CORS policy](rel:cors).
`}
- Pages like this one set no cookies and load nothing from other places.
`;
