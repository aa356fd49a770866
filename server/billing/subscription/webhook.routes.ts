import type { FastifyInstance } from "fastify";
import { receiveEvent } from "./provider-events.service";
import { paymentProvider } from "./provider";

/**
 * `POST /payment/stripe/webhook`: receives provider events. It isn't in the contract, because the provider calls it for any tenant. Calls
 * are authenticated by a signature over the raw bytes, so the body isn't parsed here. Events are stored first and applied by a worker.
 */
export function registerWebhookRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (_, body, done) => done(null, body));
    scope.post<{ Body: Buffer | undefined }>("/payment/stripe/webhook", async (request) => {
      const { database } = app.platform;
      const { webhookSecret } = await paymentProvider(app.platform);
      const signature = request.headers["stripe-signature"];
      const header = typeof signature === "string" ? signature : undefined;
      await receiveEvent(database, webhookSecret, request.body ?? "", header);
      return { received: true };
    });
  });
}
