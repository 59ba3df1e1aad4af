/** The texts of the plugins in Spanish. */

// One text per line.
// oxfmt-ignore
export const WEBHOOKS: Readonly<Record<string, string>> = {
  "Read how webhooks are sent, and which types of events there are.": "Consulta cómo se envían los webhooks y qué tipos de eventos hay.",
  "Sends changes of resources to subscribers, signed and at least once.": "Envía a los suscriptores los cambios de los recursos, firmados y al menos una vez.",
  "As in Standard Webhooks.": "Como en Standard Webhooks.",
  "After them a delivery is dead.": "Después de ellos, la entrega se da por perdida.",
  "An answer's Retry-After counts where it is longer.": "El Retry-After de una respuesta cuenta si es más largo.",
  "Within which a target answers with a 2xx status.": "El tiempo en el que un destino responde con un código 2xx.",
  "Redirects are not followed.": "No se siguen las redirecciones.",
  "Of targets.": "De los destinos.",
  "Events of one resource are sent one after the other.": "Los eventos de un mismo recurso se envían uno tras otro.",
  "The same `webhook-id` may arrive again.": "El mismo `webhook-id` puede llegar otra vez.",
  "Dead deliveries in a row that pause a subscription.": "Entregas perdidas seguidas que ponen en pausa una suscripción.",
  "Types that subscriptions may name.": "Tipos que pueden nombrar las suscripciones.",
  "The state of the webhooks does not allow this.": "El estado de los webhooks no lo permite.",
};

// One text per line.
// oxfmt-ignore
export const SUBSCRIPTIONS: Readonly<Record<string, string>> = {
  "There are as many subscriptions as the service allows, or the delivery to be repeated has not ended yet.": "Hay tantas suscripciones como permite el servicio, o la entrega que se quiere repetir aún no ha terminado.",
  "Remove a subscription that is not needed, or wait until the delivery has ended.": "Elimina una suscripción que no haga falta o espera a que termine la entrega.",
  "None of your subscriptions has the id {id}.": "Ninguna de tus suscripciones tiene el id {id}.",
  "No delivery of this subscription has the id {id}. Old ones are removed.": "Ninguna entrega de esta suscripción tiene el id {id}. Las antiguas se eliminan.",
  "List your subscriptions to webhooks, without their secrets.": "Lista tus suscripciones a webhooks, sin sus secretos.",
  "Read one of your subscriptions, without its secret.": "Lee una de tus suscripciones, sin su secreto.",
  "Subscribe to webhooks, and read the secret of signatures this once.": "Suscríbete a webhooks y lee por única vez el secreto de las firmas.",
  "Change members of a subscription.": "Cambia miembros de una suscripción.",
  "A paused subscription resumes when `active` becomes true.":
    "Una suscripción en pausa se reanuda cuando `active` pasa a ser true.",
  "Replace the secret of a subscription, and read the new one this once.": "Sustituye el secreto de una suscripción y lee el nuevo por única vez.",
  "Remove a subscription.": "Elimina una suscripción.",
  "List the deliveries of a subscription with their attempts, the latest first.": "Lista las entregas de una suscripción con sus intentos, primero las más recientes.",
  "Read a delivery with its attempts.": "Lee una entrega con sus intentos.",
  "Send a delivery again that was delivered or is dead.": "Vuelve a enviar una entrega que se completó o que se dio por perdida.",
  "Lets principals subscribe to webhooks, and follow their deliveries.": "Permite a los titulares suscribirse a webhooks y seguir sus entregas.",
  "Where to send events, by POST.": "Adónde se envían los eventos, por POST.",
  "Types of events to send.": "Tipos de eventos que se envían.",
  "A type such as `rooms.created`, `rooms.*` for all of a resource, or `*` for all.": "Un tipo como `rooms.created`, `rooms.*` para todos los de un recurso, o `*` para todos.",
  "How long deliveries are signed with both secrets, 30d at most.": "Cuánto tiempo se firman las entregas con ambos secretos, 30 días como máximo.",
  "Whether events are sent. While it is false, none are kept either.": "Si se envían eventos. Mientras sea falso, tampoco se guardan.",
  "When the service paused it.": "Cuándo la puso en pausa el servicio.",
  "Why the service paused it: deliveries were dead, or its principal was revoked, has expired or has lost scopes.": "Por qué el servicio la puso en pausa: se perdieron entregas, o su titular fue revocado, ha caducado o ha perdido permisos.",
  "Until when deliveries are signed with the secret before the last rotation, too.": "Hasta cuándo se firman las entregas también con el secreto anterior a la última renovación.",
  "The key of signatures. No other answer has it: keep it now.": "La clave de las firmas. Ninguna otra respuesta la contiene: guárdala ahora.",
  "The header `webhook-id` of all attempts.": "La cabecera `webhook-id` de todos los intentos.",
  "When the resource changed.": "Cuándo cambió el recurso.",
  "The latest ones.": "Los más recientes.",
  "Of the answer. Absent where none came.": "El de la respuesta. Falta si no llegó ninguna.",
  "Why it does not count as delivered.": "Por qué no cuenta como entregado.",
};
