import { z } from "zod";
/** One invalid input and its place. */
export declare const FieldError: z.ZodObject<{
    detail: z.ZodString;
    pointer: z.ZodOptional<z.ZodString>;
    parameter: z.ZodOptional<z.ZodString>;
    header: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
/** The body of errors that are not Problem Details. */
export declare const ErrorBody: z.ZodObject<{
    error: z.ZodObject<{
        code: z.ZodString;
        message: z.ZodString;
        status: z.ZodInt;
        requestId: z.ZodOptional<z.ZodString>;
        detail: z.ZodOptional<z.ZodString>;
        errors: z.ZodOptional<z.ZodArray<z.ZodObject<{
            detail: z.ZodString;
            pointer: z.ZodOptional<z.ZodString>;
            parameter: z.ZodOptional<z.ZodString>;
            header: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>>;
    }, z.core.$strip>;
}, z.core.$strip>;
/** Problem Details (RFC 9457). Open: a problem type may have members of its own. */
export declare const Problem: z.ZodObject<{
    type: z.ZodString;
    title: z.ZodString;
    status: z.ZodInt;
    detail: z.ZodOptional<z.ZodString>;
    instance: z.ZodOptional<z.ZodString>;
    code: z.ZodString;
    requestId: z.ZodOptional<z.ZodString>;
    errors: z.ZodOptional<z.ZodArray<z.ZodObject<{
        detail: z.ZodString;
        pointer: z.ZodOptional<z.ZodString>;
        parameter: z.ZodOptional<z.ZodString>;
        header: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>>;
}, z.core.$strip>;
/** One kind of error that an answer can have. */
export declare const ErrorCatalogEntry: z.ZodObject<{
    code: z.ZodString;
    message: z.ZodString;
    httpStatus: z.ZodInt;
}, z.core.$strip>;
/** An error code with the status of its answers. */
export declare const StandardCode: z.ZodObject<{
    code: z.ZodString;
    httpStatus: z.ZodInt;
}, z.core.$strip>;
/** The errors of the API and their format. */
export declare const ErrorsPolicyDiscovery: z.ZodObject<{
    standardCodes: z.ZodArray<z.ZodObject<{
        code: z.ZodString;
        httpStatus: z.ZodInt;
    }, z.core.$strip>>;
    catalogLink: z.ZodString;
    defaultMediaType: z.ZodString;
    problemDetailsAccept: z.ZodOptional<z.ZodString>;
    reference: z.ZodOptional<z.ZodString>;
    references: z.ZodOptional<z.ZodArray<z.ZodString>>;
    requestIdHeader: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
