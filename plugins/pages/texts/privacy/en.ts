import type { TextContext } from "../shared/context.ts";
import {
  code,
  Markdown,
  mailLink,
  markdown,
  partIf,
  unlessSet,
  whenSet,
} from "../shared/markdown.ts";

export default ({
  name,
  when,
  unless,
  whenIdentified,
  personalData,
  ownedTables,
  options,
}: TextContext<{ operator?: string | undefined; email?: string | undefined }>) => markdown`
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
- **Rate limit.** Requests are counted by network address; for IPv6, by network.${whenIdentified` With a credential that counts, they are counted by its owner instead.`}${unless("redis")` The counts are kept in memory only. They are discarded when their time is over and space is needed, and at the latest when the service stops.`}${when("redis")` The counts are kept in Redis, under keys that do not show the address, until their time is over.`}
`}
${whenIdentified`
- **Failed authentication.** Attempts to authenticate that fail are counted by network for a short time, so that credentials cannot be guessed.
`}
${when("events.streamEvents")`
- **Event streams.** The service counts the open streams of each address${whenIdentified` or credential's owner`} while they are open.
`}
${when("otel")`
- **Traces.** Method, path, status and duration of requests are sent to a collector that the operator has chosen.
`}
${personalData}
${partIf(ownedTables.length > 0)`
- **Your resources.** Of ${Markdown.trust(ownedTables.map((table) => code(table)).join(", "))}, what you write is stored with the id of your credential's owner, until it is removed.
`}

Personal data that you send, for example in the address of a request, is processed to answer the request. Avoid sending any.

## What is not processed

- There are no cookies. Nothing is stored in your browser except its usual cache, and the theme and the language of code that you have chosen on a page.
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
