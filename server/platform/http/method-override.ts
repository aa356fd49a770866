import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from "fastify";
import { Problem } from "../../../shared/kernel/problems";

const overriding = ["PUT", "PATCH", "DELETE"] as const;
type Overriding = (typeof overriding)[number];

/**
 * HTML forms support only POST: a POST with `_method` (in body or query) or the header `X-HTTP-Method-Override` is handled by the route of
 * that method on the same path. Must be called before the routes are added; the returned function must be called afterwards. Routes of
 * plugins with a prefix follow other standards and are excluded.
 */
export function honourMethodOverride(app: FastifyInstance): () => void {
  const routes = new Map<string, RouteOptions>();
  app.addHook("onRoute", (route) => {
    if (route.prefix !== "") return;
    for (const method of [route.method].flat()) routes.set(`${method} ${route.url}`, { ...route });
  });

  app.addHook("preHandler", async (request, reply) => {
    if (request.method !== "POST") return;
    const method = wantedMethod(request);
    if (!method) return;
    const route = routes.get(`${method} ${request.routeOptions.url}`);
    if (!route) throw new Problem("notFound");
    return run(app, route.handler, request, reply);
  });

  return () => {
    for (const [key, route] of routes) {
      const [method, url] = key.split(" ") as [string, string];
      if (!overriding.includes(method as Overriding)) continue;
      const post = routes.get(`POST ${url}`);
      // The guards of the POST run for the method that overrides it.
      if (post && post.config?.guard !== route.config?.guard) throw new Error(`${key} and POST have different guards`);
      if (post) continue;
      app.route({
        method: "POST",
        url,
        bodyLimit: route.bodyLimit,
        config: route.config,
        handler: async () => {
          throw new Problem("notFound"); // without an override, no POST route exists at this path
        },
      });
    }
  };
}

function wantedMethod(request: FastifyRequest): Overriding | null {
  const { body, query, headers } = request;
  const requested =
    (body as { _method?: unknown } | undefined)?._method ??
    (query as { _method?: unknown } | undefined)?._method ??
    headers["x-http-method-override"];
  const method = typeof requested === "string" ? requested.toUpperCase() : "";
  return overriding.includes(method as Overriding) ? (method as Overriding) : null;
}

async function run(
  app: FastifyInstance,
  handler: RouteHandlerMethod,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return reply.send(await handler.call(app as never, request, reply));
}
