/** Codes of all findings of the registry and the kernel. Plugins declare their own under `validate` and at points. */

/** The meaning of a code and general help. The hint of a finding is about the case at hand. */
export interface FindingEntry {
  readonly meaning: string;
  readonly hint: string;
}

/** Codes of the registry's and the kernel's findings. Their texts are for tools, so that no server loads them. */
export type KernelFindingCode =
  // Config
  | "CONFIG_AMBIGUOUS"
  | "CONFIG_UNREADABLE"
  | "CONFIG_KEY_UNKNOWN"
  | "CONFIG_INVALID"
  // Plugins and their options
  | "PLUGIN_NOT_FOUND"
  | "PLUGIN_INVALID"
  | "PLUGIN_INCOMPATIBLE"
  | "PLUGIN_KEY_UNKNOWN"
  | "PLUGIN_DUPLICATE"
  | "OPTION_INVALID"
  | "OPTIONS_OPEN"
  // Services
  | "SERVICE_MISSING"
  | "SERVICE_CONFLICT"
  | "SERVICE_CYCLE"
  | "VALUE_MISSING"
  | "VALUE_CONFLICT"
  // Start
  | "SETUP_FAILED"
  | "SETUP_TIMEOUT"
  | "LISTEN_FAILED"
  // Routes
  | "DECLARATION_INVALID"
  | "ROUTE_INVALID"
  | "ROUTE_CONFLICT"
  | "ROUTE_KEY_UNKNOWN"
  | "ROUTE_KEY_INVALID"
  | "ROUTE_KEY_UNENFORCED"
  | "ROUTE_CACHE_MISSING"
  | "ROUTE_BODY_MISSING"
  | "HANDLER_MISSING"
  | "HANDLER_UNKNOWN"
  | "DOCUMENT_MISSING"
  | "RENDERER_MISSING"
  | "RELATION_UNKNOWN"
  | "RELATION_UNBOUND"
  // Other contributions
  | "POINT_CONFLICT"
  | "SCHEMA_CONFLICT"
  | "SCHEMA_UNSUPPORTED"
  | "POLICY_INVALID"
  | "POLICY_FAILED"
  | "POLICY_GUARDS_UNSAID"
  | "GUARD_OFF"
  | "GUARD_OPTIONAL"
  | "GUARD_PUBLIC"
  | "IDENTITY_UNASKED"
  | "IDENTITY_CONFLICT"
  | "HEADER_CONFLICT"
  | "COMMAND_CONFLICT"
  | "POLICY_CONFLICT"
  | "PAGE_FORM_CONFLICT"
  | "FLAG_CONFLICT"
  | "EVENT_CONFLICT"
  | "EVENT_INVALID"
  | "ROOT_LINK_CONFLICT"
  | "ERROR_CODE_CONFLICT"
  | "EXPORT_CONFLICT"
  | "ERROR_INVALID"
  | "TRANSLATION_INVALID"
  | "ERROR_CODE_UNKNOWN";
