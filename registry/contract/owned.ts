/** Something contributed, with its name and its owner. */
export interface Owned<T> {
  readonly name: string;
  readonly plugin: string;
  readonly value: T;
  /** The route that publishes it; undefined if the plugin names it itself. */
  readonly route?: string;
}
