import { createServer, type Server } from "node:http";
import type Stripe from "stripe";
import { handleSandboxRequest, type SandboxAnswer } from "./sandbox.api";
import type { PaymentSandbox } from "./sandbox";

type HttpClient = NonNullable<Stripe.StripeConfig["httpClient"]>;

/** Connects the stripe package to the sandbox in the same process. The sandbox gets the same requests that the provider would receive. */
export function sandboxHttpClient(sandbox: PaymentSandbox, secretKey: string): HttpClient {
  return {
    getClientName: () => "sandbox",
    async makeRequest(_host: string, _port: string, path: string, method: string, headers: object, body: string) {
      const answer = await handleSandboxRequest(sandbox, secretKey, {
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
          throw new Error("The sandbox sends no files");
        },
        toJSON: async () => answer.body,
      };
    },
  } as unknown as HttpClient;
}

/** Serves the sandbox over HTTP for tests of the stripe package. */
export function serveSandbox(sandbox: PaymentSandbox, secretKey: string): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "GET", url: path = "/", headers } = request;
      const send = ({ status, body }: SandboxAnswer) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      handleSandboxRequest(sandbox, secretKey, { method, path, headers, body: Buffer.concat(chunks).toString() })
        .catch(
          (): SandboxAnswer => ({
            status: 500,
            body: { error: { type: "api_error", message: "The sandbox failed." } },
          }),
        )
        .then(send)
        .catch(() => response.destroy());
    });
  });
}
