import { type AnyObjectSchema, type InferType, object } from "yup";
import { string } from "./schemas";
import type { Permission } from "./permissions";
import type { Scope } from "./scopes";
import type { PlanFeature } from "./plan-features";
import type { ProblemCode } from "./problems";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Of a call that decides something: whoever may, does so themself. Four eyes are worth little when one pair is a script. */
export const peopleAlone: readonly Scope[] = [];

interface Example {
  /** Of parameters that are no ids. */
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export interface EndpointSpec<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
> {
  method: Method;
  /** The specification's path, with `:name` for parameters. */
  path: string;
  /** One line for the OpenAPI document. */
  summary: string;
  /** `public` needs a tenant and nobody signed in; `signedIn` (default) needs a session. */
  access?: "public" | "signedIn";
  /** One of these is enough. */
  permission?: Permission | readonly Permission[];
  /**
   * Of a call without a permission, since its rows decide: what a personal token must be made for, one of these.
   * Without either a token isn't enough: a call is closed to tokens until its contract opens it. Of a call with a permission
   * `peopleAlone`: tokens don't make it, whatever they were made for.
   */
  scope?: Scope | readonly Scope[];
  feature?: PlanFeature;
  /**
   * Stays open when the plan has expired, (public calls) the tenant is inactive, a second factor must be set up or a first
   * password changed before, or an administrator looks as somebody else (server/platform/viewing.ts: what else is open then).
   */
  openWhen?: readonly ("planExpired" | "tenantInactive" | "factorMissing" | "passwordGiven" | "viewing")[];
  params?: P;
  query?: Q;
  body?: B;
  /** The part of a multipart body that holds a file. */
  file?: string;
  /** The whole answer. */
  reply: R;
  status?: 200 | 201;
  /** Refusals of this call beyond those every call can give. */
  problems?: readonly ProblemCode[];
  /** Reads only: runs in a read-only snapshot. Defaults to true for GET; a GET that changes state says false. */
  readOnly?: boolean;
  /** A request that passes validation; ids in it are replaced in the generated tests. Required when there is a body. */
  example?: Example;
  /** The answer holds a secret that is told this once: it is kept nowhere, not even for a request that is sent again. */
  tellsSecret?: boolean;
  /**
   * The answer is a whole list that may be megabytes, or (`whole`) is one where no page is asked for: somebody's are made one after the
   * other, an organisation's a few at once.
   */
  long?: boolean | "whole";
  /** Extra paths that answer alike, e.g. the PUT sibling of a GET that changes state. */
  siblings?: readonly Method[];
}

export interface Endpoint<
  P extends AnyObjectSchema = AnyObjectSchema,
  Q extends AnyObjectSchema = AnyObjectSchema,
  B extends AnyObjectSchema = AnyObjectSchema,
  R extends AnyObjectSchema = AnyObjectSchema,
> extends EndpointSpec<P, Q, B, R> {
  access: "public" | "signedIn";
  params: P;
  query: Q;
  body: B;
  status: 200 | 201;
  readOnly: boolean;
  problems: readonly ProblemCode[];
}

const nothing = object({});
type Nothing = typeof nothing;

/** Declares a call once: the server serves it, the client calls it, OpenAPI and the test matrix are made from it. */
export function endpoint<
  R extends AnyObjectSchema,
  P extends AnyObjectSchema = Nothing,
  Q extends AnyObjectSchema = Nothing,
  B extends AnyObjectSchema = Nothing,
>(spec: EndpointSpec<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    access: "signedIn",
    status: 200,
    problems: [],
    readOnly: spec.method === "GET",
    ...spec,
    params: spec.params ?? (nothing as unknown as P),
    query: spec.query ?? (nothing as unknown as Q),
    body: spec.body ?? (nothing as unknown as B),
    // Every answer carries one; calls that have nothing to say of their own leave it to the server.
    reply: spec.reply.shape({ message: spec.reply.fields["message"] ?? string() }) as unknown as R,
  };
}

export type ParamsOf<E> =
  E extends Endpoint<infer P, AnyObjectSchema, AnyObjectSchema, AnyObjectSchema> ? InferType<P> : never;
export type QueryOf<E> =
  E extends Endpoint<AnyObjectSchema, infer Q, AnyObjectSchema, AnyObjectSchema> ? InferType<Q> : never;
export type BodyOf<E> =
  E extends Endpoint<AnyObjectSchema, AnyObjectSchema, infer B, AnyObjectSchema> ? InferType<B> : never;
export type ReplyOf<E> =
  E extends Endpoint<AnyObjectSchema, AnyObjectSchema, AnyObjectSchema, infer R> ? InferType<R> : never;

/** Fills the parameters of a path: `/task/:id` with `{id: 7}` is `/task/7`. */
export function pathOf(endpoint: { path: string }, params: Record<string, unknown> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
