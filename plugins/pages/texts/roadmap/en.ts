import { textIn, type Localized } from "waymark";
import type { TextContext } from "../shared/context.ts";
import { markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  version,
  when,
  options,
  language,
}: TextContext<{ items?: readonly Localized[] | undefined }>) => markdown`
${whenSet(options.items)`
The following is planned for ${name}. Plans may change and are not a promise.

${options.items?.map(
  (item) => markdown`
- ${textIn(item, language)}
`,
)}
`}
${unlessSet(options.items)`
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
