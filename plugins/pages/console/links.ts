/** The links of data in the console: to pages of the console that show the same. */

/** Returns the page of the console that shows an address of the API, with its query. */
export function pageOf(target: string): string {
  return `/console/data/at?target=${encodeURIComponent(target)}`;
}
