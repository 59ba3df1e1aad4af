/** The texts of the plugin in Spanish. */

// One text per line.
// oxfmt-ignore
export const ES: Readonly<Record<string, string>> = {
  "List the routes of this listener.": "Lista las rutas de este puerto de administración.",
  "Read the results of all health checks.": "Consulta los resultados de todas las comprobaciones de salud.",
  "Read what runs: revision, instance, plugins and reloads.": "Consulta qué se está ejecutando: revisión, instancia, plugins y recargas.",
  "Profile the processor time for some seconds.": "Mide durante unos segundos en qué se emplea el tiempo de procesador.",
  "A .cpuprofile, for Chromium's developer tools and VS Code.": "Un .cpuprofile, para las herramientas de desarrollo de Chromium y VS Code.",
  "Take a heap snapshot. The process answers nothing else in the meantime.": "Captura el contenido de la memoria (heap). Mientras tanto, el proceso no responde a nada más.",
  "A .heapsnapshot, for Chromium's developer tools. It holds all data in memory.": "Un .heapsnapshot, para las herramientas de desarrollo de Chromium. Contiene todos los datos que hay en memoria.",
  "Shows operators, on the admin listener, health in detail, what runs, and profiles.": "Muestra a los operadores, en el puerto de administración, la salud en detalle, lo que se ejecuta y perfiles.",
};
