/** The attributes of the page's element for the playground. */

/** The data of the element that the playground fills. */
export interface PlaygroundData {
  /** Path of GraphQL. */
  readonly graphql?: string;
  /** Path of the script with the editor for GraphQL. */
  readonly editor?: string;
  /** The only operation, by its ref. */
  readonly operation?: string;
}
