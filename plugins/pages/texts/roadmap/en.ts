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
This is what is planned for ${name}. Plans change, and none of it is a promise.

${options.items?.map(
  (item) => markdown`
- ${textIn(item, language)}
`,
)}
`}
${unlessSet(options.items)`
The operator of ${name} has announced nothing here.
`}

## What is there already

This is version ${version}.
${when("changelog.listReleases")`
What came when is listed in the [changelog](route:changelog.listReleases).
`}
${when("deprecation")`
When something is to go, its answers say so beforehand: [deprecation policy](rel:deprecationPolicy).
`}
`;
