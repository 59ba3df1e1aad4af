import { c as whenSet, i as markdown } from "../../../../chunks/markdown.js";
// plugins/pages/texts/terms/en.ts
var en_default = ({ name, when, options }) => markdown`
By using ${name} you accept these terms.

## The service

${name} is provided as it is. It may change, pause or end. Its documents and headers are meant to be accurate. Its answers are not advice and, as far as the law allows, the operator is not liable for your use of them.

## What you may do

You may read everything that the API offers, by hand or with a program, and build on it.

## What is expected of you

- Respect the published limits, and wait when the service asks you to.
- Do not try to access data that is not meant for you, or to disrupt the service for others.
- Do not use it for anything unlawful.

The operator may block clients that break these rules.

${when("rel:privacy")`
## Data

[Privacy](rel:privacy) explains how personal data is processed.
`}

${whenSet(options.law)`
## Law

These terms are governed by the law of ${options.law}.
`}

## Changes

These terms may change. The text on this page at the time of use applies.
${when("rel:legal")`
The [legal notice](rel:legal) names the operator.
`}
`;
export { en_default as default };

//# sourceMappingURL=en.js.map