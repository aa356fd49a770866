import { createServer, type Server } from "node:http";
import type Stripe from "stripe";
import { answerSandbox, type SandboxAnswer } from "./sandbox.api";
import type { Sandbox } from "./sandbox";

type HttpClient = NonNullable<Stripe.StripeConfig["httpClient"]>;

/** Lets the stripe package speak to the sandbox in this very process, request by request as it would to the provider. */
export function sandboxHttpClient(sandbox: Sandbox, secretKey: string): HttpClient {
  return {
    getClientName: () => "sandbox",
    async makeRequest(_host: string, _port: string, path: string, method: string, headers: object, body: string) {
      const answer = await answerSandbox(sandbox, secretKey, {
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

/** The sandbox over HTTP, for tests: the stripe package talks to it as it would to the real one. */
export function serveSandbox(sandbox: Sandbox, secretKey: string): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "GET", url: path = "/", headers } = request;
      const send = ({ status, body }: SandboxAnswer) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      answerSandbox(sandbox, secretKey, { method, path, headers, body: Buffer.concat(chunks).toString() })
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
