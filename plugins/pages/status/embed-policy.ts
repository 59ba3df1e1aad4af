/** Pages of all sites may frame it (CSP Level 3, section 6.4.2); it loads styles and the script that keeps it current. */
export const EMBED_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");
