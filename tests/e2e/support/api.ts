import type { APIRequestContext } from "@playwright/test";
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  endpointPathOf,
  type QueryOf,
  type ReplyOf,
} from "../../../shared/kernel/endpoint";

interface Input<E> {
  params?: ParamsOf<E>;
  query?: Partial<QueryOf<E>>;
  body?: Partial<BodyOf<E>>;
}

export class Api {
  constructor(
    private readonly request: APIRequestContext,
    private readonly origin: string,
    readonly token: string | null,
  ) {}

  async call<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<ReplyOf<E>> {
    const answer = await this.send(endpoint, input);
    if (!answer.ok()) {
      throw new Error(`${endpoint.method} ${answer.url()}: ${answer.status()} ${await answer.text()}`);
    }
    return (await answer.json()) as ReplyOf<E>;
  }

  async status<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<number> {
    return (await this.send(endpoint, input)).status();
  }

  private send<E extends Endpoint>(endpoint: E, { params, query, body }: Input<E>) {
    const { host, port } = new URL(this.origin);
    // Not every system resolves *.localhost, so the tenant goes in the Host header.
    return this.request.fetch(`http://localhost:${port}${endpointPathOf(endpoint, params)}`, {
      method: endpoint.method,
      params: query as Record<string, string> | undefined,
      data: body,
      headers: { host, ...(this.token ? { authorization: `Bearer ${this.token}` } : {}) },
    });
  }
}
