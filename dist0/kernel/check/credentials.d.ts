/** Headers that show who sends the requests of a check. Their values are sent, and never printed. */
export type Credentials = Readonly<Record<string, string>>;
/** Reads a line such as `Authorization: Bearer abc`, the name into lower case; undefined when it is not a header. */
export declare function readCredential(line: string): Credentials | undefined;
/** Returns a report, or any other JSON, without the values of credentials, as far as a shortened text still shows them. */
export declare function withoutCredentials<T>(report: T, credentials?: Credentials): T;
