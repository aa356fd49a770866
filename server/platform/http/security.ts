import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** Sets security headers. Scripts load only from this origin; inline styles are allowed because components compute positions. */
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
        connectSrc: ["'self'"], // includes WebSockets to the page's own host (CSP 3)
        workerSrc: ["'self'", "blob:"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: ["'self'"], // for the PDF viewer
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
    // Other origins aren't allowed; if a proxy adds CORS, clients need this header.
    reply.header("access-control-expose-headers", "x-unread-notifications, x-request-id, retry-after");
    reply.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
  });
}
