/** The bounds of a search, apart from what searches: a start needs them. */

/** Results at most: a more precise search needs another word. */
export const MAX_RESULTS = 50;
/** Characters of a query that count. */
export const MAX_QUERY = 100;
