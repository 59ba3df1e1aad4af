/**
 * The service in a Durable Object of Cloudflare: there, requests share what the service keeps. Outside, each request may
 * wait only for its own work. Modules may do nothing before a request, so that the first one imports the service.
 */
let service: Promise<typeof import("./service.ts")> | undefined;

export class Service {
  async fetch(request: Request): Promise<Response> {
    service ??= import("./service.ts");
    return (await service).default.fetch(request);
  }
}

interface Env {
  readonly SERVICE: {
    idFromName(name: string): unknown;
    get(id: unknown): Pick<Service, "fetch">;
  };
}

export default {
  fetch: (request: Request, { SERVICE }: Env): Promise<Response> =>
    SERVICE.get(SERVICE.idFromName("the one")).fetch(request),
};
