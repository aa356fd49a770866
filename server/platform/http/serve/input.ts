import type { FastifyRequest } from "fastify";
import type { AnyObjectSchema, InferType } from "yup";
import type { Endpoint } from "../../../../shared/kernel/endpoint";
import { validateInput, validateParams } from "../validate";

export function validatedInputOf<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(endpoint: Endpoint<P, Q, B, R>, request: FastifyRequest) {
  return {
    params: validateParams(endpoint.params, request.params),
    query: validateInput(endpoint.query, withoutEmpty(request.query)),
    body: endpoint.method === "GET" ? ({} as InferType<B>) : validateInput(endpoint.body, request.body),
  };
}

/** Empty filter values are treated as absent (specification section 5). */
function withoutEmpty(query: unknown): unknown {
  return Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""),
  );
}
