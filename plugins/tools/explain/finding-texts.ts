/** Texts about the findings of the registry and the kernel. */
import type { FindingEntry, KernelFindingCode } from "waymark/tools";

/** Codes of findings, each with its meaning and the next step. */
export const FINDINGS: Readonly<Record<KernelFindingCode, FindingEntry>> = {
  // Config
  CONFIG_AMBIGUOUS: {
    meaning: "Several config files lie side by side, so that it is not clear which one counts.",
    hint: "Keep one of them, or name one in WAYMARK_CONFIG.",
  },
  CONFIG_UNREADABLE: {
    meaning: "The config file is missing, cannot be parsed, or failed while it was imported.",
    hint: "Correct the file, or correct the path in WAYMARK_CONFIG.",
  },
  CONFIG_KEY_UNKNOWN: {
    meaning: "The config has an unknown key.",
    hint: "Correct the spelling; options of a plugin belong below plugins.<id>.",
  },
  CONFIG_INVALID: {
    meaning: "A config key has a value that is not allowed.",
    hint: "Write a value of the form that the finding describes.",
  },
  // Plugins and their options
  PLUGIN_NOT_FOUND: {
    meaning:
      "The config names a plugin that is neither part of the preset nor an importable package or file.",
    hint: "Correct the name, or install the package.",
  },
  PLUGIN_INVALID: {
    meaning: "A module does not export a plugin, or a part of the plugin has the wrong form.",
    hint: "Export the plugin as default: export default definePlugin({ … }).",
  },
  PLUGIN_INCOMPATIBLE: {
    meaning: "A plugin is written for another version of the plugin API than this waymark has.",
    hint: "Update the older of the two.",
  },
  PLUGIN_KEY_UNKNOWN: {
    meaning: "A plugin has a key that no plugin can have.",
    hint: "Correct the spelling, or remove the key.",
  },
  PLUGIN_DUPLICATE: {
    meaning: "Two installed plugins have the same id.",
    hint: "Remove one of them from the config, or give yours another id.",
  },
  OPTION_INVALID: {
    meaning: "An option of a plugin is unknown or has a value that is not allowed.",
    hint: "Write a value of the form that the finding describes, or remove the option to use its default.",
  },
  OPTIONS_OPEN: {
    meaning: "The options of a plugin ignore unknown keys, so a misspelt option would do nothing.",
    hint: "Close every object of the schema (zod: z.strictObject), or open it on purpose (z.looseObject).",
  },
  // Services
  SERVICE_MISSING: {
    meaning: "A plugin needs a service that no enabled plugin provides.",
    hint: "Switch the provider on, or switch off the plugin that needs it.",
  },
  SERVICE_CONFLICT: {
    meaning: "Two enabled plugins provide the same service.",
    hint: "Switch one of them off.",
  },
  SERVICE_CYCLE: {
    meaning: "Plugins need each other's services in a circle, so none of them can start first.",
    hint: "Split the service that closes the circle into a plugin of its own.",
  },
  VALUE_MISSING: {
    meaning: "A route reads a value that no enabled policy provides for it.",
    hint: "Switch the provider on, or remove the value from the route.",
  },
  VALUE_CONFLICT: {
    meaning: "Two enabled policies provide the same value.",
    hint: "Switch one of the plugins off.",
  },
  // Start
  SETUP_FAILED: {
    meaning: "A plugin failed to start.",
    hint: "Fix the cause that the finding names, or switch the plugin off.",
  },
  SETUP_TIMEOUT: {
    meaning: "A plugin took too long to start.",
    hint: "Check what its setup waits for: often a database or another host that does not answer.",
  },
  LISTEN_FAILED: {
    meaning: "The server cannot listen at the configured host and port.",
    hint: "Choose another port with PORT or the config key port, or stop the process that uses it.",
  },
  // Routes
  DECLARATION_INVALID: {
    meaning:
      "A declaration that routes are made from, such as a resource's, has a key or a value that does not fit.",
    hint: "Write the declaration as the finding says. Until then none of its routes is made, so that none serves more than was meant.",
  },
  ROUTE_INVALID: {
    meaning: "A route has a missing, conflicting or malformed key.",
    hint: "Declare one method, one path, one summary and exactly one kind of body.",
  },
  ROUTE_CONFLICT: {
    meaning: "Two routes answer the same requests.",
    hint: "Rename one of the paths, or switch off one of the plugins.",
  },
  ROUTE_KEY_UNKNOWN: {
    meaning: "A route has a key that neither the kernel nor an installed policy defines.",
    hint: "Correct the spelling, or install the policy that owns the key.",
  },
  ROUTE_KEY_INVALID: {
    meaning: "A route's key has a value that the policy that owns the key does not accept.",
    hint: "Write a value that the policy accepts.",
  },
  ROUTE_KEY_UNENFORCED: {
    meaning: "A route promises what no enabled policy enforces.",
    hint: "Switch on the plugin whose policy enforces it, or change the value of the key.",
  },
  ROUTE_CACHE_MISSING: {
    meaning: "A GET route does not declare how it can be cached.",
    hint: 'Write cache: "no-store", or a scope with a maxAge.',
  },
  ROUTE_BODY_MISSING: {
    meaning: "A route names no kind of body, or more than one.",
    hint: "Write exactly one of list, returns, redirect, alwaysFails, stream, page, text, bytes and empty.",
  },
  HANDLER_MISSING: {
    meaning: "A route has no handler.",
    hint: "Add a function with the route's id to what handlers returns.",
  },
  HANDLER_UNKNOWN: {
    meaning:
      "A handler has an id that is not a route of its plugin, or the route does not take a handler.",
    hint: "Correct the id, or remove the handler.",
  },
  DOCUMENT_MISSING: {
    meaning: "A route with document: true has no function that makes the document.",
    hint: "Add a function with the route's id to documents.",
  },
  RENDERER_MISSING: {
    meaning: "A route produces a media type that has no renderer.",
    hint: "Add a renderer for the route and the media type, or remove the media type.",
  },
  RELATION_UNKNOWN: {
    meaning: "A relation or a root link leads to a route that does not exist.",
    hint: "Correct the reference: a route id of the same plugin, or plugin.routeId.",
  },
  RELATION_UNBOUND: {
    meaning: "A relation, a root link or creates does not fill a path parameter of its target.",
    hint: "Write with: { parameter: field }, where the field is a path parameter or a top-level field of the body.",
  },
  // Other contributions
  POINT_CONFLICT: {
    meaning: "Two plugins read points of the same key, or a point has a key of the kernel.",
    hint: "Switch one of the plugins off, or rename the point's id.",
  },
  SCHEMA_CONFLICT: {
    meaning: "Two schemas are published under the same name.",
    hint: "Rename one of them.",
  },
  SCHEMA_UNSUPPORTED: {
    meaning: "A schema cannot be written as JSON Schema.",
    hint: "Describe the JSON that is sent; convert values in the handler.",
  },
  POLICY_INVALID: {
    meaning: "A policy names a header in a way in which no message can have it.",
    hint: "Write request headers in lower case, and response headers in their usual spelling.",
  },
  POLICY_FAILED: {
    meaning:
      "A policy throws an error when it compiles for a route, or does not answer for its headers.",
    hint: "Fix the policy, or switch its plugin off.",
  },
  POLICY_GUARDS_UNSAID: {
    meaning: "A policy may refuse requests and does not say whether it guards data.",
    hint: "Write guards: true when it decides who may have the data, or guards: false when it limits requests only.",
  },
  GUARD_OFF: {
    meaning:
      "Routes ask for a guard whose plugin is switched off, so that they would be open to everybody.",
    hint: "Switch the guard's plugin on, or remove its key from the routes.",
  },
  GUARD_OPTIONAL: {
    meaning:
      "A plugin that guards routes is optional, so that the server would run without its guard.",
    hint: "Write $optional: false below the plugin's settings.",
  },
  GUARD_PUBLIC: {
    meaning: "A guarded route lets shared caches keep its answers, which they send to everybody.",
    hint: 'Write cache: { scope: "private", … } or cache: "no-store".',
  },
  IDENTITY_UNASKED: {
    meaning:
      "A policy identifies callers, and no enabled policy asks it, so that every credential would be ignored.",
    hint: "Switch on the plugin that asks, or switch off the one that identifies.",
  },
  IDENTITY_CONFLICT: {
    meaning: "Two enabled policies set the principal of requests.",
    hint: "Switch one of the plugins off.",
  },
  HEADER_CONFLICT: {
    meaning: "Two policies own the same response header, or a route fills one that a policy owns.",
    hint: "Switch one of the plugins off, or let one of them add to the other's shared header.",
  },
  COMMAND_CONFLICT: {
    meaning:
      "Two plugins have a command of the same name, or a plugin has the name of a kernel command.",
    hint: "Rename one of them, or switch one of the plugins off.",
  },
  POLICY_CONFLICT: {
    meaning: "Two policies have the same id or own the same route key.",
    hint: "Switch one of the plugins off, or rename the id or the key.",
  },
  PAGE_FORM_CONFLICT: {
    meaning: "Two enabled plugins make pages of the same media type.",
    hint: "Switch one of the plugins off.",
  },
  FLAG_CONFLICT: {
    meaning: "Two plugins contribute the same capability flag.",
    hint: "Switch one of the plugins off, or rename the flag.",
  },
  EVENT_CONFLICT: {
    meaning: "Two enabled plugins publish an event of the same name.",
    hint: "Rename one of them, or switch one of the plugins off.",
  },
  EVENT_INVALID: {
    meaning: "An event says who receives it in a form that is not known.",
    hint: 'Write { of: schema, access: "authenticated" } or { of: schema, access: { scopes: ["…"] } }.',
  },
  ROOT_LINK_CONFLICT: {
    meaning: "Two plugins contribute the same relation of the API root.",
    hint: "Switch one of the plugins off, or rename the relation.",
  },
  ERROR_CODE_CONFLICT: {
    meaning: "Two entries of the error catalog have the same code.",
    hint: "Rename one of the codes.",
  },
  EXPORT_CONFLICT: {
    meaning: "Two plugins export a text of the same name, or one has a name of the kernel.",
    hint: "Rename one of the exports, or switch one of the plugins off.",
  },
  ERROR_INVALID: {
    meaning: "An entry of the error catalog has no message, or a status that no error has.",
    hint: "Write a status from 400 to 599 and one sentence.",
  },
  TRANSLATION_INVALID: {
    meaning: "A translation is of no known language, or has other gaps than its text.",
    hint: 'Write translations: { es: { "A text.": "Un texto." } }.',
  },
  ERROR_CODE_UNKNOWN: {
    meaning: "A route names an error code that the catalog does not have.",
    hint: "Correct the code, or declare it under the plugin's errors.",
  },
};
