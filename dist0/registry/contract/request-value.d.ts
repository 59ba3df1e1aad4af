/** Values that policies work out for a request, for handlers and other policies that name them. */
/** Names a value and carries its type. */
export interface RequestValue<T = unknown> {
    readonly id: string;
    /** Carries `T`; never present. */
    readonly "~type"?: T;
}
/** Tokens by the name they are used under. */
export type RequestValues = Readonly<Record<string, RequestValue>>;
/** The values behind `RequestValues`. */
export type ValuesOf<V extends RequestValues> = {
    readonly [K in keyof V]: V[K] extends RequestValue<infer T> ? T : never;
};
