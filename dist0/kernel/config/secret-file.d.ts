export declare const FILE_SUFFIX = "_FILE";
/** Hash of each file's text by absolute path; undefined for one that could not be read. */
export type SecretFiles = ReadonlyMap<string, string | undefined>;
type Read = {
    readonly path: string;
    readonly content?: string;
} & ({
    /** Without the line feed that editors and `echo` leave at the end. */
    readonly text: string;
} | {
    readonly text?: undefined;
    /** The reason for a text that is missing. Names the path, never the content. */
    readonly problem: string;
});
/** Reads the file that a variable names, relative to the working directory. */
export declare function readSecret(named: string): Read;
export {};
