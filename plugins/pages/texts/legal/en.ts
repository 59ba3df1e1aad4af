import type { TextContext } from "../shared/context.ts";
import { mailLink, markdown, unlessSet, whenSet } from "../shared/markdown.ts";

export default ({
  name,
  when,
  options,
}: TextContext<{
  name?: string | undefined;
  address?: string | undefined;
  email?: string | undefined;
}>) => markdown`
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
