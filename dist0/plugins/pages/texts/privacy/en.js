import { c as whenSet, i as markdown, r as mailLink, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/privacy/en.ts
var en_default = ({ name, when, whenIdentified, options }) => markdown`
${whenSet(options.operator)`
${options.operator} is responsible for the data that ${name} processes.
`}
${unlessSet(options.operator)`
This page lists the personal data that ${name} processes.
`}

## What is processed

Every request carries the network address of its sender: the answer is sent there.

${when("access-log")`
- **Access log.** The service writes a line for each request, or for a share of them: time, method, path and query, status, duration, size, the client's network address, and identifiers of the request. The log serves to find errors and abuse. The operator decides how long lines are kept.${whenIdentified` The line of a request with a credential has the id of its owner.`}
`}
${when("rate-limit")`
- **Rate limit.** Requests are counted by network address; for IPv6, by network. The counts are kept in memory only. They are discarded when their time is over and space is needed, and at the latest when the service stops.
`}
${whenIdentified`
${when("usage")`
- **Usage.** Requests with a credential are counted by its owner and by month.
`}
${when("audit")`
- **Audit.** Changes and refused requests are recorded with their time, the id of the credential's owner, and the client's network. The operator decides how long records are kept.
`}
`}
${when("events.streamEvents")`
- **Event streams.** The service counts the open streams of each address while they are open.
`}

Personal data that you send, for example in the address of a request, is processed to answer the request. Avoid sending any.

## What is not processed

- There are no cookies. Nothing is stored in your browser except its usual cache.
- There are no profiles, advertisements or third-party analytics: pages load nothing from other sites.

## Your rights

You may ask which data about you is stored, and have it corrected or deleted, where the applicable law gives you that right.
${whenSet(options.email)`
Write to ${mailLink(options.email)}.
`}
${unlessSet(options.email)`
${when("rel:support")`
See [Support](rel:support) for how to reach the operator.
`}
`}
`;
export { en_default as default };

//# sourceMappingURL=en.js.map