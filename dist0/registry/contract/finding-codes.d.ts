export declare const FINDINGS: {
    CONFIG_AMBIGUOUS: {
        readonly meaning: "Several config files lie side by side, so that it is not clear which one counts.";
        readonly hint: "Keep one of them, or name one in WAYMARK_CONFIG.";
    };
    CONFIG_UNREADABLE: {
        readonly meaning: "The config file is missing, cannot be parsed, or failed while it was imported.";
        readonly hint: "Correct the file, or correct the path in WAYMARK_CONFIG.";
    };
    CONFIG_KEY_UNKNOWN: {
        readonly meaning: "The config has an unknown key.";
        readonly hint: "Correct the spelling; options of a plugin belong below plugins.<id>.";
    };
    CONFIG_INVALID: {
        readonly meaning: "A config key has a value that is not allowed.";
        readonly hint: "Write a value of the form that the finding describes.";
    };
    PLUGIN_NOT_FOUND: {
        readonly meaning: "The config names a plugin that is neither part of the preset nor an importable package or file.";
        readonly hint: "Correct the name, or install the package.";
    };
    PLUGIN_INVALID: {
        readonly meaning: "A module does not export a plugin, or a part of the plugin has the wrong form.";
        readonly hint: "Export the plugin as default: export default definePlugin({ … }).";
    };
    PLUGIN_INCOMPATIBLE: {
        readonly meaning: "A plugin is written for another version of the plugin API than this waymark has.";
        readonly hint: "Update the older of the two.";
    };
    PLUGIN_KEY_UNKNOWN: {
        readonly meaning: "A plugin has a key that no plugin can have.";
        readonly hint: "Correct the spelling, or remove the key.";
    };
    PLUGIN_DUPLICATE: {
        readonly meaning: "Two installed plugins have the same id.";
        readonly hint: "Remove one of them from the config, or give yours another id.";
    };
    OPTION_INVALID: {
        readonly meaning: "An option of a plugin is unknown or has a value that is not allowed.";
        readonly hint: "Write a value of the form that the finding describes, or remove the option to use its default.";
    };
    OPTIONS_OPEN: {
        readonly meaning: "The options of a plugin ignore unknown keys, so a misspelt option would do nothing.";
        readonly hint: "Close every object of the schema (zod: z.strictObject), or open it on purpose (z.looseObject).";
    };
    SERVICE_MISSING: {
        readonly meaning: "A plugin needs a service that no enabled plugin provides.";
        readonly hint: "Switch the provider on, or switch off the plugin that needs it.";
    };
    SERVICE_CONFLICT: {
        readonly meaning: "Two enabled plugins provide the same service.";
        readonly hint: "Switch one of them off.";
    };
    SERVICE_CYCLE: {
        readonly meaning: "Plugins need each other's services in a circle, so none of them can start first.";
        readonly hint: "Split the service that closes the circle into a plugin of its own.";
    };
    VALUE_MISSING: {
        readonly meaning: "A route reads a value that no enabled policy provides for it.";
        readonly hint: "Switch the provider on, or remove the value from the route.";
    };
    VALUE_CONFLICT: {
        readonly meaning: "Two enabled policies provide the same value.";
        readonly hint: "Switch one of the plugins off.";
    };
    METRIC_INVALID: {
        readonly meaning: "A metric has a name, a type or buckets that scrapers do not accept.";
        readonly hint: "Write the name in snake case, its help in a sentence, and the bounds of buckets in ascending order.";
    };
    SETUP_FAILED: {
        readonly meaning: "A plugin failed to start.";
        readonly hint: "Fix the cause that the finding names, or switch the plugin off.";
    };
    SETUP_TIMEOUT: {
        readonly meaning: "A plugin took too long to start.";
        readonly hint: "Check what its setup waits for: often a database or another host that does not answer.";
    };
    LISTEN_FAILED: {
        readonly meaning: "The server cannot listen at the configured host and port.";
        readonly hint: "Choose another port with PORT or the config key port, or stop the process that uses it.";
    };
    ROUTE_INVALID: {
        readonly meaning: "A route has a missing, conflicting or malformed key.";
        readonly hint: "Declare one method, one path, one summary and exactly one kind of body.";
    };
    ROUTE_CONFLICT: {
        readonly meaning: "Two routes answer the same requests.";
        readonly hint: "Rename one of the paths, or switch off one of the plugins.";
    };
    ROUTE_KEY_UNKNOWN: {
        readonly meaning: "A route has a key that neither the kernel nor an installed policy defines.";
        readonly hint: "Correct the spelling, or install the policy that owns the key.";
    };
    ROUTE_KEY_INVALID: {
        readonly meaning: "A route's key has a value that the policy that owns the key does not accept.";
        readonly hint: "Write a value that the policy accepts.";
    };
    ROUTE_KEY_UNENFORCED: {
        readonly meaning: "A route promises what no enabled policy enforces.";
        readonly hint: "Switch on the plugin whose policy enforces it, or change the value of the key.";
    };
    ROUTE_CACHE_MISSING: {
        readonly meaning: "A GET route does not declare how it can be cached.";
        readonly hint: 'Write cache: "no-store", or a scope with a maxAge.';
    };
    ROUTE_BODY_MISSING: {
        readonly meaning: "A route names no kind of body, or more than one.";
        readonly hint: "Write exactly one of list, returns, redirect, alwaysFails, stream, page, text, bytes and empty.";
    };
    HANDLER_MISSING: {
        readonly meaning: "A route has no handler.";
        readonly hint: "Add a function with the route's id to what handlers returns.";
    };
    HANDLER_UNKNOWN: {
        readonly meaning: "A handler has an id that is not a route of its plugin, or the route does not take a handler.";
        readonly hint: "Correct the id, or remove the handler.";
    };
    DOCUMENT_MISSING: {
        readonly meaning: "A route with document: true has no function that makes the document.";
        readonly hint: "Add a function with the route's id to documents.";
    };
    RENDERER_MISSING: {
        readonly meaning: "A route produces a media type that has no renderer.";
        readonly hint: "Add a renderer for the route and the media type, or remove the media type.";
    };
    RELATION_UNKNOWN: {
        readonly meaning: "A relation or a root link leads to a route that does not exist.";
        readonly hint: "Correct the reference: a route id of the same plugin, or plugin.routeId.";
    };
    RELATION_UNBOUND: {
        readonly meaning: "A relation, a root link or creates does not fill a path parameter of its target.";
        readonly hint: "Write with: { parameter: field }, where the field is a path parameter or a top-level field of the body.";
    };
    SCHEMA_CONFLICT: {
        readonly meaning: "Two schemas are published under the same name.";
        readonly hint: "Rename one of them.";
    };
    SCHEMA_UNSUPPORTED: {
        readonly meaning: "A schema cannot be written as JSON Schema.";
        readonly hint: "Describe the JSON that is sent; convert values in the handler.";
    };
    POLICY_INVALID: {
        readonly meaning: "A policy names a header in a way in which no message can have it.";
        readonly hint: "Write request headers in lower case, and response headers in their usual spelling.";
    };
    POLICY_FAILED: {
        readonly meaning: "A policy throws an error when it compiles for a route, or does not answer for its headers.";
        readonly hint: "Fix the policy, or switch its plugin off.";
    };
    POLICY_GUARDS_UNSAID: {
        readonly meaning: "A policy may refuse requests and does not say whether it guards data.";
        readonly hint: "Write guards: true when it decides who may have the data, or guards: false when it limits requests only.";
    };
    GUARD_OFF: {
        readonly meaning: "Routes ask for a guard whose plugin is switched off, so that they would be open to everybody.";
        readonly hint: "Switch the guard's plugin on, or remove its key from the routes.";
    };
    GUARD_OPTIONAL: {
        readonly meaning: "A plugin that guards routes is optional, so that the server would run without its guard.";
        readonly hint: "Write $optional: false below the plugin's settings.";
    };
    GUARD_PUBLIC: {
        readonly meaning: "A guarded route lets shared caches keep its answers, which they send to everybody.";
        readonly hint: 'Write cache: { scope: "private", … } or cache: "no-store".';
    };
    IDENTITY_UNASKED: {
        readonly meaning: "A policy identifies callers, and no enabled policy asks it, so that every credential would be ignored.";
        readonly hint: "Switch on the plugin that asks, or switch off the one that identifies.";
    };
    IDENTITY_CONFLICT: {
        readonly meaning: "Two enabled policies set the principal of requests.";
        readonly hint: "Switch one of the plugins off.";
    };
    HEADER_CONFLICT: {
        readonly meaning: "Two policies own the same response header, or a route fills one that a policy owns.";
        readonly hint: "Switch one of the plugins off, or let one of them add to the other's shared header.";
    };
    COMMAND_CONFLICT: {
        readonly meaning: "Two plugins have a command of the same name, or a plugin has the name of a kernel command.";
        readonly hint: "Rename one of them, or switch one of the plugins off.";
    };
    POLICY_CONFLICT: {
        readonly meaning: "Two policies have the same id or own the same route key.";
        readonly hint: "Switch one of the plugins off, or rename the id or the key.";
    };
    PAGE_FORM_CONFLICT: {
        readonly meaning: "Two enabled plugins make pages of the same media type.";
        readonly hint: "Switch one of the plugins off.";
    };
    FLAG_CONFLICT: {
        readonly meaning: "Two plugins contribute the same capability flag.";
        readonly hint: "Switch one of the plugins off, or rename the flag.";
    };
    EVENT_CONFLICT: {
        readonly meaning: "Two enabled plugins publish an event of the same name.";
        readonly hint: "Rename one of them, or switch one of the plugins off.";
    };
    EVENT_INVALID: {
        readonly meaning: "An event says who receives it in a form that is not known.";
        readonly hint: 'Write { of: schema, access: "authenticated" } or { of: schema, access: { scopes: ["…"] } }.';
    };
    TABLE_INVALID: {
        readonly meaning: "A table has no schema or no key, its seed is not a URL, or its owner is not a text field.";
        readonly hint: "Write of, key and, for first rows, seed: new URL(…, import.meta.url).";
    };
    TABLE_CONFLICT: {
        readonly meaning: "Two plugins declare the same table.";
        readonly hint: "Rename one of the tables; plugins share data through a service.";
    };
    ROOT_LINK_CONFLICT: {
        readonly meaning: "Two plugins contribute the same relation of the API root.";
        readonly hint: "Switch one of the plugins off, or rename the relation.";
    };
    ERROR_CODE_CONFLICT: {
        readonly meaning: "Two entries of the error catalog have the same code.";
        readonly hint: "Rename one of the codes.";
    };
    EXPORT_CONFLICT: {
        readonly meaning: "Two plugins export a text of the same name, or one has a name of the kernel.";
        readonly hint: "Rename one of the exports, or switch one of the plugins off.";
    };
    ALERT_CONFLICT: {
        readonly meaning: "Two plugins have an alert of the same name.";
        readonly hint: "Rename one of the alerts, or switch one of the plugins off.";
    };
    ERROR_INVALID: {
        readonly meaning: "An entry of the error catalog has no message, or a status that no error has.";
        readonly hint: "Write a status from 400 to 599 and one sentence.";
    };
    TRANSLATION_INVALID: {
        readonly meaning: "A translation is of no known language, or has other gaps than its text.";
        readonly hint: 'Write translations: { es: { "A text.": "Un texto." } }.';
    };
    ERROR_CODE_UNKNOWN: {
        readonly meaning: "A route names an error code that the catalog does not have.";
        readonly hint: "Correct the code, or declare it under the plugin's errors.";
    };
};
