/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "List recorded actions, the latest first.": "Lista las acciones registradas, primero las más recientes.",
  "Records writes, refused requests, key operations and reloads, so that changes to the record show.": "Registra escrituras, peticiones rechazadas, operaciones con claves y recargas, de forma que se note si se altera el registro.",
  "Id of the caller; absent for anonymous ones.": "Id del cliente; falta si es anónimo.",
  "Name of the caller at that time.": "Nombre del cliente en ese momento.",
  "Network of the client: of IPv6 the /64.": "Red del cliente: en IPv6, su /64.",
  "Id of the thing that was acted on.": "Id de aquello sobre lo que se actuó.",
  "The route that answered, as plugin.routeId.": "La ruta que respondió, como plugin.routeId.",
  "The chain of records that this is part of: one run of a server or command.": "La cadena de registros de la que forma parte: una ejecución de un servidor o de una orden.",
  "Place in the chain.": "Lugar en la cadena.",
  "Hash of the record before; of the first, that of its target, which is of another chain.": "Hash del registro anterior; en el primero, el de su destino, que es de otra cadena.",
  "SHA-256 over all other members, in hex.": "SHA-256 de todos los demás miembros, en hexadecimal.",
};
