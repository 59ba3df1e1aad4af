/** Sessions of operators, where clients could reach the console: the page on which they sign in, and its ends. */
import { html, type HandlerCall, type Registry } from "waymark";
import { principalNow } from "../../shared/principal-now.ts";
import { fill } from "../shared/fill.ts";
import { prose } from "../shared/prose.ts";
import { frame } from "./frame.ts";
import { consoleMessages } from "./messages.ts";
import type { SESSION_ROUTES } from "./routes.ts";

type CallOf<Id extends keyof typeof SESSION_ROUTES> = HandlerCall<(typeof SESSION_ROUTES)[Id]>;

/** Returns the handlers of the routes that exist with a scope. */
export function sessionHandlers(registry: Registry, scope: string) {
  return {
    showSignIn(call: CallOf<"showSignIn">): string {
      const { signIn } = consoleMessages(registry, call.language);
      const content = html`<p class="lead">${prose(fill(signIn.lead, { scope }))}</p>
<form data-act="/console/sign-in" data-401="${signIn.unknown}" data-403="${fill(signIn.lacking, { scope })}" class="sign-in"><label for="credential">${signIn.credential}</label><input id="credential" type="password" required autocomplete="current-password" data-credential><button>${signIn.button}</button><output></output></form>`;
      return frame({ title: signIn.title, content }, call, registry);
    },
    async signIn({ principal, values, language, fail }: CallOf<"signIn">) {
      const { signIn } = consoleMessages(registry, language);
      if (principal === undefined || !(await principalNow(principal.id, registry)))
        return fail("unprocessable-content", { detail: signIn.unkept });
      values.session.signIn(principal);
      return { text: signIn.done, href: "/console" };
    },
    signOut({ values, language }: CallOf<"signOut">) {
      values.session.signOut();
      return { text: consoleMessages(registry, language).signedOut, href: "/console/sign-in" };
    },
  };
}
