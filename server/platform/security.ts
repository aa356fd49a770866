import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

const hostName = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i;

/**
 * Headers that keep a browser from doing what we never ask of it. Scripts come from files of ours alone; styles may stand
 * in elements, because components compute positions. Sockets go to the page's own host.
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
        connectSrc: [
          "'self'",
          (request) => {
            const host = request.headers.host ?? "";
            return hostName.test(host) ? `ws://${host} wss://${host}` : "'self'";
          },
        ],
        workerSrc: ["'self'", "blob:"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: ["'self'"], // the viewer of a PDF
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
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
