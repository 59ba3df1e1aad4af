import { c as whenSet, i as markdown, n as link, r as mailLink, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/support/en.ts
var en_default = ({ name, when, unless, options }) => markdown`
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
- [Documentation](rel:docs): how to use the API.
`}
${when("rel:faq")`
- [Questions and answers](rel:faq): answers to common questions.
`}
${when("rel:statusPage")`
- [Status](rel:statusPage): the current state of the service.
`}
${unless("rel:statusPage")`
${when("status.getStatus")`
- [Status](route:status.getStatus): the current state of the service.
`}
`}

## What to include

- The method and address of the request, and its time.
- The status and the \`code\` of the error.
${when("request-id")`
- The \`X-Request-ID\` of the answer, which identifies the request in the log.
`}
- The result that you expected.

Leave out passwords, keys and personal data.

${when("rel:security")`
Do not report vulnerabilities in public: see [Security](rel:security).
`}
`;
export { en_default as default };

//# sourceMappingURL=en.js.map