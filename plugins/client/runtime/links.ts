/** A link to another answer. */
export class Link<Target = unknown> {
  readonly href: string;
  readonly #follow: (options?: object) => Target;

  constructor(href: string, follow: (options?: object) => Target) {
    this.href = href;
    this.#follow = follow;
  }

  /** Reads where the link leads, as the method of that operation does. */
  follow(options?: object): Target {
    return this.#follow(options);
  }
}

/** A link to the answer of a method. */
export type LinkTo<Method extends (...input: never) => unknown> = Link<ReturnType<Method>>;

/** A body whose links can be followed. */
export type Linked<Body, Links = unknown> = Omit<Body, "_links"> & {
  readonly _links: Links & { readonly [relation: string]: Link | undefined };
};

/** Puts links that can be followed in place of those of a body, which is changed. */
export function withLinks(
  body: unknown,
  follow: (href: string, options?: object) => unknown,
): unknown {
  const links = (body as { _links?: Record<string, { href: string }> } | null)?._links ?? {};
  for (const [relation, { href }] of Object.entries(links))
    links[relation] = new Link(href, (options) => follow(href, options));
  return body;
}
