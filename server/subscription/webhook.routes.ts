import type { FastifyInstance } from "fastify";
import { jsonBytes } from "../platform/http/body";
import { receiveEvent } from "./provider-events.service";
import { paymentProvider } from "./provider.service";

/**
 * `POST /payment/stripe/webhook`: the provider tells of what has happened. Not in the contract: it comes from a program of the
 * provider's, for whichever organisation, and is believed by the signature over its very bytes, which are therefore left as
 * they came. It is kept first and applied by a worker.
 */
export function registerWebhookRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(
      "application/json",
      { parseAs: "buffer", bodyLimit: jsonBytes },
      (_, body, done) => done(null, body),
    );
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
