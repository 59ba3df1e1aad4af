import { c as whenSet, i as markdown, r as mailLink, s as unlessSet } from "../../../../chunks/markdown.js";
// plugins/pages/texts/legal/en.ts
var en_default = ({ name, when, options }) => markdown`
## Operator

${whenSet(options.name)`
${name} is run by ${options.name}.
`}
${unlessSet(options.name)`
The operator of ${name} has not published a name here.
`}

${whenSet(options.address)`
Postal address: ${options.address}
`}

${whenSet(options.email)`
E-mail: ${mailLink(options.email)}
`}

## Software

The service runs on Waymark, which is licensed under the MIT licence. That licence covers the software; the content of the service may have another one.

## See also

${when("rel:terms")`
- [Terms of use](rel:terms)
`}
${when("rel:privacy")`
- [Privacy](rel:privacy)
`}
${when("rel:security")`
- [Security](rel:security)
`}
`;
export { en_default as default };

//# sourceMappingURL=en.js.map