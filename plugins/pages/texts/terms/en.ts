import type { TextContext } from "../shared/context.ts";
import { markdown, whenSet } from "../shared/markdown.ts";

export default ({ name, when, options }: TextContext<{ law?: string | undefined }>) => markdown`
By using ${name} you accept these terms.

## The service

${name} is offered as it is. It may change, pause or end. What it says about itself, in its documents and headers, is meant to be true; what it gives back is no advice, and nobody answers for what you do with it, as far as the law allows.

## What you may do

You may read whatever the API gives you, by hand or by program, and build on it.

## What is expected of you

- Keep to the limits that the service tells, and wait when it asks you to.
- Do not try to get at what is not meant for you, or to disturb the service for others.
- Do not use it for anything unlawful.

Whoever does not keep to this may be shut out.

${when("rel:privacy")`
## Data

What becomes of personal data is told under [Privacy](rel:privacy).
`}

${whenSet(options.law)`
## Law

These terms are under the law of ${options.law}.
`}

## Changes

These terms may change; what counts is the text on this page at the time of use.
${when("rel:legal")`
Who is behind it is told in the [legal notice](rel:legal).
`}
`;
