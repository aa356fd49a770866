import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * Headers that keep a browser from doing what we never ask of it. Scripts come from files of ours alone; styles may stand
 * in elements, because components compute positions.
 */
export async function secureHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"], // sockets to the page's own host as well (CSP 3)
        workerSrc: ["'self'", "blob:"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: ["'self'"], // the viewer of a PDF
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
  app.addHook("onRequest", async (_request, reply) => {
    // No origin but our own is let in; should a proxy open it up, this header is the one that clients need.
    reply.header("access-control-expose-headers", "x-unread-notifications, x-request-id, retry-after");
    reply.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
  });
}
