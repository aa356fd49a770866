import type { APIRequestContext } from "@playwright/test";
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from "../../../shared/kernel/endpoint";

interface Input<E> {
  params?: ParamsOf<E>;
  query?: Partial<QueryOf<E>>;
  body?: Partial<BodyOf<E>>;
}

/** Calls as one person: for what a test needs, not for what it is about. */
export class Api {
  constructor(
    private readonly request: APIRequestContext,
    private readonly origin: string,
    readonly token: string | null,
  ) {}

  /** @throws when the server refuses. */
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
    // Not every system resolves names below localhost; the server goes by the header.
    return this.request.fetch(`http://localhost:${port}${pathOf(endpoint, params)}`, {
      method: endpoint.method,
      params: query as Record<string, string> | undefined,
      data: body,
      headers: { host, ...(this.token ? { authorization: `Bearer ${this.token}` } : {}) },
    });
  }
}
