import type { FastifyRequest } from "fastify";
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from "../../../../shared/kernel/endpoint";
import { validateInput, validateParams } from "../validate";

/** What a call of an endpoint contains. */
export interface InputOf<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
}

export function validatedInputOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): InputOf<E> {
  return {
    params: validateParams(endpoint.params, request.params),
    query: validateInput(endpoint.query, withoutEmpty(request.query)),
    body: endpoint.method === "GET" ? {} : validateInput(endpoint.body, request.body),
  } as InputOf<E>;
}

/** Empty filter values are treated as absent (specification section 5). */
export function withoutEmpty(query: unknown): unknown {
  return Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""),
  );
}
