import { c as whenSet, i as markdown, r as mailLink, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/security/en.ts
var en_default = ({ name, when, unless, whenIdentified, options }) => markdown`
## Report a vulnerability

${whenSet(options.email)`
Write to ${mailLink(options.email)}.
`}

${when("security-txt.showSecurityTxt")`
The contact for reports is in [security.txt](route:security-txt.showSecurityTxt), for people and programs.
`}

${unlessSet(options.email)`
${unless("security-txt.showSecurityTxt")`
The operator of ${name} has not published an address for reports here.
`}
`}

Describe what you found, where, and how to reproduce it. Please do not publish it before it is fixed, do not read data of others, and do not run load tests.

## What protects this service

- Input is validated before it is used. Invalid input is refused, and the answer says why.
${whenIdentified`
- Operations that are not for everybody need a credential, and many failed attempts from one network are refused unseen. Credentials are never written to logs.${when("auth-methods")` See [authentication](rel:authMethods).`}
`}
${when("size-limits")`
- Requests have a maximum size: see [size limits](rel:sizeLimits).
`}
${when("rate-limit")`
- Each client may make a limited number of requests: see [limits](route:rate-limit.showLimits).
`}
${when("security-headers")`
- Answers have headers that limit what a browser may do with them: see the [security policy](rel:securityPolicy).
`}
${when("cors")`
- Scripts of other sites may read answers only as the [CORS policy](rel:cors) allows.
`}
- Pages like this one set no cookies and load nothing from other sites.
`;
export { en_default as default };

//# sourceMappingURL=en.js.map