import { textIn, type Localized } from "waymark";
import type { TextContext } from "../shared/context.ts";
import { markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  version,
  when,
  whenPlanned,
  options: { items = [] },
  language,
}: TextContext<{ items?: readonly Localized[] | undefined }>) => {
  const plans = [
    ...items.map((item) => markdown`- ${textIn(item, language)}`),
    whenPlanned("webhooks.showWebhooks")`
- Webhooks: the [form they will have](route:webhooks.showWebhooks).
`,
    whenPlanned("bulk-policy.showBulkPolicy")`
- Bulk requests: the [form they will have](route:bulk-policy.showBulkPolicy).
`,
  ].filter((plan) => plan !== undefined);
  return markdown`
${whenSet(plans[0])`
The following is planned for ${name}. Plans may change and are not a promise.

${plans}
`}
${unlessSet(plans[0])`
The operator of ${name} has not announced any plans here.
`}

## What is available now

This is version ${version}.
${when("changelog.listReleases")`
The [changelog](route:changelog.listReleases) lists the changes of each release.
`}
${when("deprecation")`
Operations that will be removed announce it in advance: see the [deprecation policy](rel:deprecationPolicy).
`}
`;
};
