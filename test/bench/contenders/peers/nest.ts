/** NestJS on Fastify, with Fastify's usual plugins. Decorators are functions, so they are called: Node strips types only. */
import { All, Catch, Controller, Get, NotFoundException, Query, Req, Res } from "@nestjs/common";
import type { ArgumentsHost, ExceptionFilter } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import type { FastifyReply, FastifyRequest } from "fastify";
import { announce } from "../announce.ts";
import { healthOf, lister, missingOf } from "../job.ts";
import { idOf, usePlugins, write } from "./fastify-plugins.ts";
import { job, own } from "./headers.ts";

const [list, health, missing] = [lister(job), healthOf(job), missingOf(job)];
const openapi = JSON.parse(job.openapi.body);

class ApiController {
  offices(fields: string | undefined, request: FastifyRequest, reply: FastifyReply): object {
    write(request, reply, fields === undefined ? own.list : own.sparse, true);
    return list(fields);
  }

  openapi(request: FastifyRequest, reply: FastifyReply): object {
    write(request, reply, own.openapi, false);
    return openapi;
  }

  health(request: FastifyRequest, reply: FastifyReply): object {
    write(request, reply, own.health, true);
    return health();
  }

  /** Fastify's limiter counts only requests to routes, so unknown paths are a route. */
  missing(): never {
    throw new NotFoundException();
  }
}

/** Decorates one method: the route, then its parameters in their order. */
function route(
  name: Exclude<keyof ApiController, "constructor">,
  decorateRoute: MethodDecorator,
  parameters: readonly ParameterDecorator[],
): void {
  const { prototype } = ApiController;
  for (const [index, decorate] of parameters.entries()) decorate(prototype, name, index);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (descriptor !== undefined) decorateRoute(prototype, name, descriptor);
}

const reply = () => Res({ passthrough: true });
route("offices", Get("offices"), [Query("fields"), Req(), reply()]);
route("openapi", Get("openapi"), [Req(), reply()]);
route("health", Get("health"), [Req(), reply()]);
route("missing", All("*"), []);
Controller("api")(ApiController);

class MissingFilter implements ExceptionFilter {
  catch(_error: NotFoundException, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const answer = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    write(request, answer, own.missing, false);
    void answer.code(404).type("application/problem+json").send(missing(request.id));
  }
}
Catch(NotFoundException)(MissingFilter);

// A dynamic module: the class only names it.
const appModule = { module: ApiController, controllers: [ApiController] };

const adapter = new FastifyAdapter({ genReqId: idOf });
const app = await NestFactory.create<NestFastifyApplication>(appModule, adapter, { logger: false });
await usePlugins(adapter.getInstance());
app.useGlobalFilters(new MissingFilter());
await app.listen(0, "127.0.0.1");
announce(Number(new URL(await app.getUrl()).port));
