/** The words of the status page. */
import type { Language } from "../shared/languages.ts";
import type { State } from "./facts.ts";

interface Texts {
  /** The service as a whole. */
  readonly overall: Readonly<Record<State, string>>;
  /** A check, or the service over some time. */
  readonly state: Readonly<Record<State, string>>;
  readonly noData: string;
  readonly checked: string;
  readonly checks: string;
  readonly noChecks: string;
  readonly since: string;
  readonly never: string;
  readonly took: string;
  /** Before the longest that a check took in a week. */
  readonly slowest: string;
  readonly okShare: string;
  readonly lastWeek: string;
  readonly lastDay: string;
  readonly weekAgo: string;
  readonly now: string;
  readonly availability: string;
  readonly requests: string;
  readonly failed: (count: string) => string;
  readonly objective: (target: string) => string;
  readonly overDays: (days: string) => string;
  readonly met: string;
  readonly missed: string;
  readonly within: string;
  readonly latency: string;
  readonly noRequests: string;
  readonly noDataYet: string;
  readonly noHistory: string;
  readonly unreadable: string;
  readonly figures: string;
  readonly time: string;
  readonly stateColumn: string;
  readonly incidents: string;
  readonly noIncidents: string;
  readonly ongoing: string;
  readonly lasted: (duration: string) => string;
  readonly elsewhere: string;
  readonly service: string;
  readonly plugins: string;
  readonly pluginsOn: (count: number) => string;
  readonly allStarted: string;
  readonly notStarted: string;
  readonly which: string;
  readonly programs: string;
  readonly summary: string;
  readonly badge: string;
  readonly reload: string;
  readonly live: string;
  readonly waiting: string;
  readonly lost: string;
  readonly allGood: string;
  readonly someFailures: string;
  readonly manyFailures: string;
  /** `92 × working, 2 × no data`. */
  readonly times: (count: number, what: string) => string;
  readonly chart: (what: string, from: string, to: string, told: string) => string;
  readonly below: (percentile: string, ms: string) => string;
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    overall: {
      ok: "All systems are working",
      degraded: "Some systems are impaired",
      down: "The service is down",
    },
    state: { ok: "Working", degraded: "Impaired", down: "Down" },
    noData: "No data",
    checked: "Checked",
    checks: "Systems",
    noChecks: "Nothing is checked here but that the service answers.",
    since: "since",
    never: "no interruption recorded",
    took: "answered in",
    slowest: "in 7 days at most in",
    okShare: "working",
    lastWeek: "Last 7 days",
    lastDay: "Last 24 hours",
    weekAgo: "7 days ago",
    now: "now",
    availability: "Availability",
    requests: "Requests",
    failed: (count) => `${count} failed`,
    objective: (target) => `objective ${target}`,
    overDays: (days) => `over ${days} days`,
    met: "met",
    missed: "missed",
    within: "answered within",
    latency: "Time to answer",
    noRequests: "no requests",
    noDataYet: "No data yet. The first figures come within minutes of the start.",
    noHistory: "This service keeps no history.",
    unreadable: "The history cannot be read right now. What is above is current.",
    figures: "The figures as a table",
    time: "Time (UTC)",
    stateColumn: "State",
    incidents: "Incidents",
    noIncidents: "No incidents recorded.",
    ongoing: "ongoing",
    lasted: (duration) => `lasted ${duration}`,
    elsewhere: "seen by another instance",
    service: "Whole service",
    plugins: "Plugins",
    pluginsOn: (count) => `${count} plugins are on.`,
    allStarted: "All of them started.",
    notStarted: "did not start; the log says why.",
    which: "Which plugins are on",
    programs: "For programs and READMEs",
    summary: "The same as JSON, in the shape that Statuspage clients read",
    badge: "A badge",
    reload: "Reload the page for the latest state.",
    live: "Live",
    waiting: "Reconnecting",
    lost: "The service cannot be reached. What you see is the last known state.",
    allGood: "every request answered",
    someFailures: "some requests failed",
    manyFailures: "many requests failed",
    times: (count, what) => `${count} × ${what.toLowerCase()}`,
    chart: (what, from, to, told) => `${what} from ${from} to ${to}: ${told}.`,
    below: (percentile, ms) => `${percentile} of requests within ${ms}`,
  },
  es: {
    overall: {
      ok: "Todos los sistemas funcionan",
      degraded: "Algunos sistemas tienen problemas",
      down: "El servicio está caído",
    },
    state: { ok: "Funciona", degraded: "Con problemas", down: "Caído" },
    noData: "Sin datos",
    checked: "Comprobado",
    checks: "Sistemas",
    noChecks: "Aquí solo se comprueba que el servicio responde.",
    since: "desde",
    never: "sin interrupciones registradas",
    took: "respondió en",
    slowest: "en 7 días, como mucho en",
    okShare: "en funcionamiento",
    lastWeek: "Últimos 7 días",
    lastDay: "Últimas 24 horas",
    weekAgo: "hace 7 días",
    now: "ahora",
    availability: "Disponibilidad",
    requests: "Peticiones",
    failed: (count) => `${count} con error`,
    objective: (target) => `objetivo: ${target}`,
    overDays: (days) => `en ${days} días`,
    met: "cumplido",
    missed: "no cumplido",
    within: "respondidas en",
    latency: "Tiempo de respuesta",
    noRequests: "sin peticiones",
    noDataYet: "Todavía no hay datos. Las primeras cifras llegan a los pocos minutos del arranque.",
    noHistory: "Este servicio no guarda historial.",
    unreadable: "Ahora mismo no se puede leer el historial. Lo de arriba es el estado actual.",
    figures: "Las cifras en una tabla",
    time: "Hora (UTC)",
    stateColumn: "Estado",
    incidents: "Incidencias",
    noIncidents: "No hay incidencias registradas.",
    ongoing: "en curso",
    lasted: (duration) => `duró ${duration}`,
    elsewhere: "detectada por otra instancia",
    service: "Todo el servicio",
    plugins: "Plugins",
    pluginsOn: (count) => `Hay ${count} plugins activos.`,
    allStarted: "Todos han arrancado.",
    notStarted: "no ha arrancado; el registro dice por qué.",
    which: "Qué plugins están activos",
    programs: "Para programas y archivos README",
    summary: "Lo mismo en JSON, con la forma que leen los clientes de Statuspage",
    badge: "Una insignia",
    reload: "Recarga la página para ver el último estado.",
    live: "En directo",
    waiting: "Reconectando",
    lost: "No se puede contactar con el servicio. Lo que ves es el último estado conocido.",
    allGood: "todas las peticiones respondidas",
    someFailures: "algunas peticiones con error",
    manyFailures: "muchas peticiones con error",
    times: (count, what) => `${count} × ${what.toLowerCase()}`,
    chart: (what, from, to, told) => `${what} desde ${from} hasta ${to}: ${told}.`,
    below: (percentile, ms) => `${percentile} de las peticiones en menos de ${ms}`,
  },
};
