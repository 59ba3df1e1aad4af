/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "Read which identity providers are trusted, and which scopes there are.": "Consulta en qué proveedores de identidad se confía y qué permisos (scopes) hay.",
  "Identifies callers by access tokens of identity providers.": "Identifica a los clientes por tokens de acceso de proveedores de identidad.",
  "An access token (JWT) of {issuer}, as a bearer token.": "Un token de acceso (JWT) de {issuer}, como token Bearer.",
  "Identifier of the service: its base URL.": "Identificador del servicio: su URL base.",
  "Issuers whose tokens count.": "Emisores cuyos tokens se aceptan.",
  "Scopes that operations require.": "Permisos (scopes) que exigen las operaciones.",
};
