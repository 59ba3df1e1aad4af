import type { TextContext } from "../shared/context.ts";
import { mailLink, markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  when,
  options,
}: TextContext<{ operator?: string | undefined; email?: string | undefined }>) => markdown`
${whenSet(options.operator)`
${options.operator} is responsible for the data that ${name} processes.
`}
${unlessSet(options.operator)`
This page tells what ${name} processes about those who use it.
`}

## What is processed

Every request comes with the network address of whoever sends it; without it no answer would arrive.

${when("access-log")`
- **Access log.** The service writes a line for each request, or for a share of them: time, method, path and query, status, duration, size, the client's network address, and identifiers of the request. It serves to find errors and abuse. How long lines are kept is the operator's choice.
`}
${when("rate-limit")`
- **Rate limit.** Requests are counted by network address, of IPv6 by its network. The counts are in memory only, and are forgotten once their time is over and room is needed, at the latest when the service stops.
`}
${when("events.streamEvents")`
- **Event streams.** How many of them an address holds open is known for as long as they are.
`}

Personal data in what you send, such as in the address of a request, is processed to answer it. So do not put any there.

## What is not

- No cookies, and nothing else is stored in your browser beyond its ordinary cache.
- No profiles, no advertising, no measuring by others: pages load nothing from other places.

## Your rights

You may ask what is known about you, and have it corrected or deleted, where the law that applies gives you that right.
${whenSet(options.email)`
Write to ${mailLink(options.email)}.
`}
${unlessSet(options.email)`
${when("rel:support")`
How to reach the operator is told under [Support](rel:support).
`}
`}
`;
