/** Pages for operators, at the listener for them: the server's state, its plugins, and the effect of changes. */
import { definePlugin, optional } from "waymark";
import { Audit, Clock, Nodes, Runtime, StatusActions, Translations } from "waymark/services";
import { asScript, prepareScripts, styleText } from "../shared/assets.ts";
import { fill } from "../shared/fill.ts";
import { frame, type PageCall } from "./frame.ts";
import { consoleMessages } from "./messages.ts";
import { Options } from "./options.ts";
import { recording } from "./requests/policy.ts";
import { RequestRecorder } from "./requests/recorder.ts";
import { routes } from "./routes.ts";
import { session } from "./session.ts";
import { sessionHandlers } from "./sign-in.ts";

const SCRIPT = new URL("./browser/console.ts", import.meta.url);
const readStyles = styleText(
  new URL("../shared/charts/charts.css", import.meta.url),
  new URL("../shared/resource-map.css", import.meta.url),
  new URL("./console.css", import.meta.url),
);

export default definePlugin({
  id: "console",
  summary: "Pages for operators: plugins, the effects of switching them, and what is running.",
  section: "monitoring",
  needs: {
    runtime: Runtime,
    clock: Clock,
    audit: optional(Audit),
    nodes: optional(Nodes),
    status: optional(StatusActions),
  },
  options: Options,
  points: [Translations],
  policies: [session, recording],
  validate: {
    run: ({ routes: all }) =>
      all.some(({ plugin }) => plugin === "console")
        ? []
        : [
            {
              code: "CONSOLE_UNREACHABLE",
              where: "plugins.console",
              message: "the console is served at the listener for operators, and there is none",
              hint: "write listen: { admin: { port: 9090 } } below plugins",
            },
          ],
  },
  languages: { es: new URL("./es.json", import.meta.url) },
  setup({ clock }, { defer }) {
    prepareScripts(SCRIPT);
    const recorder = new RequestRecorder(() => clock.now());
    defer(() => recorder.close());
    return { state: recorder };
  },
  routes,

  documents: {
    showStyles(registry) {
      const site = registry.route("site.showStyles");
      const look = site === undefined ? "" : registry.document(site);
      return `${typeof look === "string" ? look : ""}\n${readStyles()}`;
    },
    showScript: () => SCRIPT.href,
  },
  renderers: { showScript: asScript },

  handlers({ runtime, audit, nodes, status }, { state: recorder, options: { scope } }) {
    const { registry } = runtime;
    const dataIndex = async (call: PageCall): Promise<string> => {
      const { dataPage } = await import("./data/index-page.ts");
      return frame(dataPage(runtime, audit, call.language), call, registry);
    };
    return {
      // As the routes.
      ...(scope === undefined
        ? ({} as ReturnType<typeof sessionHandlers>)
        : sessionHandlers(registry, scope)),
      async showOverview(call) {
        const { overview } = await import("./overview.ts");
        return frame(await overview(runtime, nodes, call), call, registry);
      },
      async showPlugins(call) {
        const { fileNote, pluginList } = await import("./plugin-list.ts");
        const { query, language } = call;
        const note = await fileNote(runtime, nodes, language, query.done);
        return frame(await pluginList(runtime, language, note), call, registry);
      },
      async showPlugin(call) {
        const { params, query, language, fail } = call;
        const { fileNote } = await import("./plugin-list.ts");
        const { pluginPage } = await import("./plugin-page.ts");
        const note = await fileNote(runtime, nodes, language, query.done);
        const requestsOf = (ref: string) => recorder.requestsOf(ref);
        const page = await pluginPage(runtime, params.id, query, language, requestsOf, note);
        return page === undefined ? fail("resource-not-found") : frame(page, call, registry);
      },
      async showMap(call) {
        const { mapPage } = await import("./map.ts");
        return frame(
          mapPage(registry, call.language, (ref) => recorder.requestsOf(ref)),
          call,
          registry,
        );
      },
      async changePlugin({ params, body: { text, ...wanted }, language, fail }) {
        const { apply } = await import("./apply.ts");
        const outcome = await apply({ runtime, nodes }, language, params.id, wanted, text);
        if (!("failed" in outcome)) return outcome;
        return fail("unprocessable-content", { detail: outcome.failed });
      },
      async undoChange({ language, fail }) {
        const { undo } = await import("./apply.ts");
        const outcome = await undo({ runtime, nodes }, language);
        if (!("failed" in outcome)) return outcome;
        return fail("unprocessable-content", { detail: outcome.failed });
      },
      showData: dataIndex,
      async showAnswer(call) {
        const { target } = call.query;
        if (target === undefined) return dataIndex(call);
        const { answerPage } = await import("./data/answer-page.ts");
        const shown = await answerPage({ runtime, audit }, target, call);
        return shown === undefined ? call.fail("resource-not-found") : frame(shown, call, registry);
      },
      async act(call) {
        const { performWrite } = await import("./data/outcome.ts");
        const outcome = await performWrite(runtime, call.body, call);
        if (!("failed" in outcome)) return outcome;
        return call.fail("unprocessable-content", { detail: outcome.failed });
      },
      async showRequests(call) {
        const { language, query } = call;
        if (query.id !== undefined) {
          const { requestPage } = await import("./requests/request-page.ts");
          return frame(requestPage(recorder, registry, language, query.id), call, registry);
        }
        const { requestsPage } = await import("./requests/list-page.ts");
        return frame(requestsPage(recorder, registry, language, query.route), call, registry);
      },
      async showAnnouncements(call) {
        if (status === undefined) return call.fail("resource-not-found");
        const { announcementsPage } = await import("./announcements.ts");
        return frame(await announcementsPage(runtime, await status(), call), call, registry);
      },
      async announce({ body: { kind, action, id, ...flags }, fail }) {
        if (status === undefined) return fail("resource-not-found");
        try {
          const text = await (await status()).perform({ kind, action, id, flags });
          return { text, href: "/console/status" };
        } catch (error) {
          const [detail = ""] = (error instanceof Error ? error.message : "").split("\n");
          return fail("unprocessable-content", { detail });
        }
      },
      async verifyAudit({ language, fail }) {
        if (audit?.verify === undefined) return fail("resource-not-found");
        const { data } = consoleMessages(registry, language);
        const { records, chains, waiting, violation } = await audit.verify();
        if (violation !== undefined)
          return fail("unprocessable-content", { detail: fill(data.violation, { violation }) });
        return { text: fill(data.verified, { records, chains, waiting }) };
      },
    };
  },
});
