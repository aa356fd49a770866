import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { ValidationError } from "yup";
import { contract } from "../../shared/contract";
import type { Endpoint, Method } from "../../shared/kernel/endpoint";
import { problemStatus } from "../../shared/kernel/problems";

// oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of any shape; they are validated against the contract
type Json = any;

export interface Answer {
  status: number;
  body: Json;
  headers: LightMyRequestResponse["headers"];
  text: string;
}

interface CallOptions {
  headers?: Record<string, string>;
  query?: Record<string, string | number>;
}

export class Api {
  constructor(
    private readonly app: FastifyInstance,
    private readonly host: string,
    private readonly token: string | null,
    private readonly headers: Record<string, string> = {},
  ) {}

  with(headers: Record<string, string>): Api {
    return new Api(this.app, this.host, this.token, { ...this.headers, ...headers });
  }

  get = (url: string, options?: CallOptions) => this.call("GET", url, undefined, options);
  post = (url: string, body?: unknown, options?: CallOptions) => this.call("POST", url, body, options);
  put = (url: string, body?: unknown, options?: CallOptions) => this.call("PUT", url, body, options);
  patch = (url: string, body?: unknown, options?: CallOptions) => this.call("PATCH", url, body, options);
  delete = (url: string, body?: unknown, options?: CallOptions) => this.call("DELETE", url, body, options);

  async call(method: Method, url: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const raw = typeof body === "string" || Buffer.isBuffer(body);
    return this.send({
      method,
      url,
      query: options.query as Record<string, string> | undefined,
      payload: (raw ? body : body === undefined ? undefined : JSON.stringify(body)) as string | undefined,
      headers: { ...(body !== undefined && !raw ? { "content-type": "application/json" } : {}), ...options.headers },
    });
  }

  async send(options: InjectOptions & { url: string }): Promise<Answer> {
    const reply = await this.app.inject({
      ...options,
      headers: {
        host: this.host,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...this.headers,
        ...options.headers,
      },
    });
    const answer = { status: reply.statusCode, headers: reply.headers, text: reply.body, body: parsed(reply) };
    checkAgainstContract((options.method ?? "GET").toUpperCase(), options.url, answer);
    return answer;
  }
}

function parsed(reply: LightMyRequestResponse): Json {
  const readable = reply.headers["content-encoding"] === undefined && reply.body !== "";
  return readable && String(reply.headers["content-type"]).startsWith("application/json") ? reply.json() : undefined;
}

/** The most specific path comes first, as in the router. */
const endpoints = Object.entries(contract)
  .map(([name, endpoint]) => {
    const parts = endpoint.path.replace(/\/$/, "").split("/");
    return { name, endpoint, parts, fixed: parts.filter((part) => !part.startsWith(":")).length };
  })
  .toSorted((a, b) => b.fixed - a.fixed);

export function endpointOf(method: string, url: string): { name: string; endpoint: Endpoint } | null {
  const parts = (url.split("?")[0] as string).replace(/\/$/, "").split("/");
  const serves = (each: (typeof endpoints)[number]) =>
    each.parts.length === parts.length &&
    (each.endpoint.method === method || each.endpoint.siblings?.includes(method as Method)) &&
    each.parts.every((part, index) => part === parts[index] || part.startsWith(":"));
  return endpoints.find(serves) ?? null;
}

/** @throws when the response violates the contract: another shape, an extra field, an undeclared problem or a 5xx */
function checkAgainstContract(method: string, url: string, answer: Answer): void {
  if (answer.body === undefined) return;
  const where = `${method} ${url} → ${answer.status}`;
  if (answer.status >= 400) {
    const { message, code } = answer.body as { message?: unknown; code?: string };
    if (url.startsWith("/readyz")) return;
    if (typeof message !== "string" || message === "" || /^(problem|field)\./.test(message)) {
      throw new Error(`${where}: a refusal without words: ${answer.text}`);
    }
    const expected = problemStatus[code as keyof typeof problemStatus];
    if (expected !== answer.status) throw new Error(`${where}: code "${code}" doesn't belong to this status`);
    return;
  }
  const served = endpointOf(method, url);
  if (!served) return;
  if (answer.status !== served.endpoint.status)
    throw new Error(`${where}: the contract says ${served.endpoint.status}`);
  try {
    const declared = served.endpoint.reply.validateSync(answer.body, { abortEarly: false, stripUnknown: true });
    // Compares the JSON text first, which is nearly always equal; Jest's comparison is much slower.
    const text = JSON.stringify(declared);
    if (text !== JSON.stringify(answer.body)) expect(JSON.parse(text)).toEqual(answer.body);
  } catch (error) {
    const why = error instanceof ValidationError ? error.errors.join("; ") : (error as Error).message;
    throw new Error(`${where}: not the reply of ${served.name}: ${why}\n${answer.text.slice(0, 800)}`);
  }
}
