import { Agent, request as httpRequest } from "node:http";
import { stringify } from "qs";
import type { AnyObjectSchema, InferType } from "yup";
import { type Endpoint, endpointPathOf } from "../../shared/kernel/endpoint";

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Body;
}

type Loose<Schema extends AnyObjectSchema> = Partial<Record<keyof InferType<Schema>, unknown>>;

interface Input<P extends AnyObjectSchema, Q extends AnyObjectSchema, B extends AnyObjectSchema> {
  params?: Loose<P>;
  query?: Loose<Q>;
  body?: Loose<B>;
  headers?: Record<string, string>;
  multipart?: boolean;
}

/** Calls a running server as one user. The tenant's host name is sent as a header. */
export class Caller {
  private readonly agent: Agent;

  constructor(
    readonly base: string,
    readonly host: string,
    readonly token: string | null,
    connections = 8,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Makes a call of the contract. The body isn't validated, since tests also send invalid bodies. */
  async call<
    P extends AnyObjectSchema,
    Q extends AnyObjectSchema,
    B extends AnyObjectSchema,
    R extends AnyObjectSchema,
  >(
    endpoint: Endpoint<P, Q, B, R>,
    input: Input<P, Q, B> = {},
  ): Promise<Answer<InferType<R> & Record<string, unknown>>> {
    const path = endpointPathOf(endpoint, input.params as Record<string, unknown>);
    const query = input.query ? `?${stringify(input.query)}` : "";
    const sends = endpoint.method !== "GET" && input.body !== undefined;
    const body = sends ? (input.multipart ? formOf(input.body as object) : input.body) : undefined;
    return this.send(endpoint.method, path + query, body, input.headers);
  }

  async send<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const [type, bytes] = await encoded(body);
    const text = await this.exchange(method, path, bytes, {
      host: this.host,
      accept: "application/json",
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...(type ? { "content-type": type } : {}),
      ...headers,
    });
    const json = String(text.headers["content-type"]).includes("json");
    return { status: text.status, headers: text.headers, body: (json ? JSON.parse(text.body) : text.body) as Body };
  }

  /** @throws when the server can't be reached or disconnects */
  exchange(
    method: string,
    path: string,
    body: Buffer | null,
    headers: Record<string, string>,
  ): Promise<Answer<string>> {
    return new Promise((resolve, reject) => {
      const options = {
        method,
        headers: { ...headers, "content-length": String(body?.length ?? 0) },
        agent: this.agent,
      };
      const request = httpRequest(this.base + path, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      });
      request.on("error", reject);
      request.end(body ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function encoded(body: unknown): Promise<[string | null, Buffer | null]> {
  if (body === undefined) return [null, null];
  if (!(body instanceof FormData)) return ["application/json", Buffer.from(JSON.stringify(body))];
  const response = new Response(body);
  return [response.headers.get("content-type"), Buffer.from(await response.arrayBuffer())];
}

/** `{items: [{price: 1}]}` becomes the field `items[0][price]`. */
function formOf(body: object): FormData {
  const form = new FormData();
  for (const pair of stringify(body, { encode: false, skipNulls: false }).split("&").filter(Boolean)) {
    const at = pair.indexOf("=");
    form.append(pair.slice(0, at), pair.slice(at + 1));
  }
  return form;
}
