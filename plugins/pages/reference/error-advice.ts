/** Why answers have a status, and what a client should do about it. */
import type { Language } from "../shared/languages.ts";

export interface Advice {
  readonly cause: string;
  readonly remedy: string;
}

const ADVICE: Readonly<Record<number, Readonly<Record<Language, Advice>>>> = {
  400: {
    en: {
      cause: "A parameter, a header or the path has a value that does not fit.",
      remedy: "Correct what `error.errors` names, then send the request again.",
    },
    es: {
      cause: "Un parámetro, una cabecera o la ruta tiene un valor que no encaja.",
      remedy: "Corrige lo que indica `error.errors` y vuelve a enviar la petición.",
    },
  },
  401: {
    en: {
      cause: "The request has no credential, or one that does not count.",
      remedy: "Send a valid credential; `WWW-Authenticate` says which kinds there are.",
    },
    es: {
      cause: "La petición no lleva credencial, o lleva una que no vale.",
      remedy: "Envía una credencial válida; `WWW-Authenticate` indica de qué tipos hay.",
    },
  },
  403: {
    en: {
      cause: "The caller is known, and may not do this.",
      remedy: "Ask the operator for the missing scope. Sending the request again changes nothing.",
    },
    es: {
      cause: "Se sabe quién llama, y no tiene permiso para esto.",
      remedy: "Pide al operador el permiso que falta. Repetir la petición no cambia nada.",
    },
  },
  404: {
    en: {
      cause: "Nothing is at this address, or it is no longer there.",
      remedy: "Take the address from a list or a link instead of composing it.",
    },
    es: {
      cause: "No hay nada en esta dirección, o ya no lo hay.",
      remedy: "Toma la dirección de una lista o de un enlace en vez de componerla.",
    },
  },
  405: {
    en: {
      cause: "The address exists, and does not take this method.",
      remedy: "Use one of the methods in `Allow`.",
    },
    es: {
      cause: "La dirección existe, pero no admite este método.",
      remedy: "Usa uno de los métodos de `Allow`.",
    },
  },
  406: {
    en: {
      cause: "`Accept` excludes every form that the answer can have.",
      remedy: "Leave `Accept` out, or name one of the media types of the operation.",
    },
    es: {
      cause: "`Accept` excluye todas las formas que puede tener la respuesta.",
      remedy: "Omite `Accept` o indica uno de los tipos de la operación.",
    },
  },
  408: {
    en: {
      cause: "The request took too long to arrive.",
      remedy: "Send it again, in smaller parts where the connection is slow.",
    },
    es: {
      cause: "La petición ha tardado demasiado en llegar.",
      remedy: "Vuelve a enviarla, en partes más pequeñas si la conexión es lenta.",
    },
  },
  409: {
    en: {
      cause: "The request contradicts what is there now.",
      remedy: "Read the resource, decide again, and send a request that fits it.",
    },
    es: {
      cause: "La petición contradice lo que hay ahora.",
      remedy: "Lee el recurso, vuelve a decidir y envía una petición que encaje.",
    },
  },
  412: {
    en: {
      cause: "The resource has changed since the client read it.",
      remedy: "Read it again, merge the change, and send the new `ETag` in `If-Match`.",
    },
    es: {
      cause: "El recurso ha cambiado desde que el cliente lo leyó.",
      remedy: "Vuelve a leerlo, incorpora el cambio y envía el `ETag` nuevo en `If-Match`.",
    },
  },
  413: {
    en: {
      cause: "The body is larger than the limit.",
      remedy: "Send less at a time; the page of limits has the largest size.",
    },
    es: {
      cause: "El cuerpo supera el límite.",
      remedy: "Envía menos de una vez; la página de límites indica el tamaño máximo.",
    },
  },
  414: {
    en: {
      cause: "Path and query are longer than the limit.",
      remedy: "Use fewer conditions, or split the request.",
    },
    es: {
      cause: "La ruta y la consulta superan el límite.",
      remedy: "Usa menos condiciones o divide la petición.",
    },
  },
  415: {
    en: {
      cause: "The body has a media type or coding that the operation does not take.",
      remedy: "Set `Content-Type` to one that the operation names.",
    },
    es: {
      cause: "El cuerpo tiene un tipo o una codificación que la operación no admite.",
      remedy: "Pon en `Content-Type` uno de los que indica la operación.",
    },
  },
  417: {
    en: {
      cause: "`Expect` asks for something that this service cannot do.",
      remedy: "Leave `Expect` out, or send `100-continue`.",
    },
    es: {
      cause: "`Expect` pide algo que este servicio no puede hacer.",
      remedy: "Omite `Expect` o envía `100-continue`.",
    },
  },
  422: {
    en: {
      cause: "The body can be read, and some of its values do not fit the schema.",
      remedy: "Correct each place that `error.errors[].pointer` names.",
    },
    es: {
      cause: "El cuerpo se puede leer, pero algunos de sus valores no encajan en el esquema.",
      remedy: "Corrige cada lugar que indica `error.errors[].pointer`.",
    },
  },
  428: {
    en: {
      cause: "A change must name the state that it is based on.",
      remedy: "Read the resource, and send its `ETag` in `If-Match`.",
    },
    es: {
      cause: "Un cambio debe indicar en qué estado se basa.",
      remedy: "Lee el recurso y envía su `ETag` en `If-Match`.",
    },
  },
  429: {
    en: {
      cause: "The client has sent too many requests in a short time.",
      remedy: "Wait as many seconds as `Retry-After` says, and send fewer from then on.",
    },
    es: {
      cause: "El cliente ha enviado demasiadas peticiones en poco tiempo.",
      remedy: "Espera los segundos que indica `Retry-After` y envía menos en adelante.",
    },
  },
  431: {
    en: {
      cause: "The header fields are larger than the limit.",
      remedy: "Send fewer or shorter ones; cookies are the usual reason.",
    },
    es: {
      cause: "Las cabeceras superan el límite.",
      remedy: "Envía menos o más cortas; lo habitual es que sobren cookies.",
    },
  },
  500: {
    en: {
      cause: "Something failed within the service. It is not the request's fault.",
      remedy: "Try again later. If it stays, report the request id.",
    },
    es: {
      cause: "Algo ha fallado dentro del servicio. No es culpa de la petición.",
      remedy: "Vuelve a intentarlo más tarde. Si sigue igual, comunica el id de la petición.",
    },
  },
  501: {
    en: {
      cause: "The service knows no such method.",
      remedy: "Use a method that the operation names.",
    },
    es: {
      cause: "El servicio no conoce ese método.",
      remedy: "Usa un método que indique la operación.",
    },
  },
  503: {
    en: {
      cause: "The service, or a part that it needs, cannot answer at the moment.",
      remedy: "Wait as long as `Retry-After` says, then try again, ever more slowly.",
    },
    es: {
      cause: "El servicio, o una parte que necesita, no puede responder ahora.",
      remedy: "Espera lo que indique `Retry-After` y vuelve a intentarlo, cada vez más despacio.",
    },
  },
};

/** By status; of a status that is not listed, the advice of its class. */
export function adviceOf({ status }: { readonly status: number }, language: Language): Advice {
  const advice = ADVICE[status] ?? ADVICE[status < 500 ? 400 : 503];
  return advice?.[language] ?? { cause: "", remedy: "" };
}
