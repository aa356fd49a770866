import { createServer, type Server } from "node:http";
import type Stripe from "stripe";
import { handleStandInRequest, type StandInAnswer } from "./stand-in.api";
import type { StripeStandIn } from "./stand-in";

type HttpClient = NonNullable<Stripe.StripeConfig["httpClient"]>;

/** Connects the stripe package to the stand-in in the same process. The stand-in gets the same requests that the provider would receive. */
export function standInHttpClient(standIn: StripeStandIn, secretKey: string): HttpClient {
  return {
    getClientName: () => "stand-in",
    async makeRequest(_host: string, _port: string, path: string, method: string, headers: object, body: string) {
      const answer = await handleStandInRequest(standIn, secretKey, {
        method,
        path,
        headers: { ...headers },
        body: body ?? "",
      });
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => ({}),
        getRawResponse: () => answer,
        toStream: () => {
          throw new Error("The stand-in sends no files");
        },
        toJSON: async () => answer.body,
      };
    },
  } as unknown as HttpClient;
}

/** Serves the stand-in over HTTP for tests of the stripe package. */
export function serveStandIn(standIn: StripeStandIn, secretKey: string): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "GET", url: path = "/", headers } = request;
      const send = ({ status, body }: StandInAnswer) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      handleStandInRequest(standIn, secretKey, { method, path, headers, body: Buffer.concat(chunks).toString() })
        .catch(
          (): StandInAnswer => ({
            status: 500,
            body: { error: { type: "api_error", message: "The stand-in failed." } },
          }),
        )
        .then(send)
        .catch(() => response.destroy());
    });
  });
}
