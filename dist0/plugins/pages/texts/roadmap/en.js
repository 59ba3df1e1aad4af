import "../../../../chunks/kernel.js";
import { c as textIn } from "../../../../chunks/page-form.js";
import { c as whenSet, i as markdown, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/roadmap/en.ts
var en_default = ({ name, version, when, whenPlanned, options: { items = [] }, language }) => {
	const plans = [
		...items.map((item) => markdown`- ${textIn(item, language)}`),
		whenPlanned("webhooks.showWebhooks")`
- Webhooks: the [form they will have](route:webhooks.showWebhooks).
`,
		whenPlanned("bulk-policy.showBulkPolicy")`
- Bulk requests: the [form they will have](route:bulk-policy.showBulkPolicy).
`
	].filter((plan) => plan !== void 0);
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
export { en_default as default };

//# sourceMappingURL=en.js.map