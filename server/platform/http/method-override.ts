import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { Problem } from "../../../shared/kernel/problems";

const overriding = ["PUT", "PATCH", "DELETE"] as const;
type Overriding = (typeof overriding)[number];

/**
 * HTML forms support only POST: a POST with `_method` (in body or query) or the header `X-HTTP-Method-Override` is handled by the route of
 * that method on the same path. Must be called before the routes are added; the returned function must be called afterwards.
 */
export function honourMethodOverride(app: FastifyInstance): () => void {
  const handlers = new Map<string, RouteHandlerMethod>();
  app.addHook("onRoute", (route) => {
    for (const method of [route.method].flat()) handlers.set(`${method} ${route.url}`, route.handler);
  });

  app.addHook("preHandler", async (request, reply) => {
    if (request.method !== "POST") return;
    const wanted = wantedMethod(request);
    if (!wanted) return;
    const handler = handlers.get(`${wanted} ${request.routeOptions.url}`);
    if (!handler) throw new Problem("notFound");
    return run(app, handler, request, reply);
  });

  return () => {
    const keys = Array.from(handlers.keys()); // copied because adding routes extends the map
    for (const key of keys) {
      const [method, url] = key.split(" ") as [string, string];
      if (!overriding.includes(method as Overriding) || handlers.has(`POST ${url}`)) continue;
      app.route({
        method: "POST",
        url,
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
