import type { Permission, PlanFeature } from "./access";
import { type AnyObjectSchema, type InferType, object } from "yup";
import { string } from "./schemas";
import type { Scope } from "./scopes";
import type { ProblemCode } from "./problems";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Scope of calls that make decisions. API tokens cannot use them, because users must decide in person. */
export const withoutApiTokens: readonly Scope[] = [];

interface Example {
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
  /** Path as in the external specification, with `:name` for parameters. */
  path: string;
  summary: string;
  /** `operator` calls are outside of all tenants and not part of the contract (server/operations/operator). */
  access?: "public" | "signedIn" | "operator";
  permission?: Permission | readonly Permission[];
  /**
   * Scopes of which an API token needs one, for calls without a permission. Without scope and permission, API tokens cannot use the call.
   * For calls with a permission, `withoutApiTokens` excludes API tokens.
   */
  scope?: Scope | readonly Scope[];
  feature?: PlanFeature;
  /**
   * States in which the call stays available: plan expired, tenant inactive (public calls), second factor or new password required, an
   * administrator viewing as another user (see server/platform/viewing.ts), or maintenance, during which reads stay available anyway.
   */
  openWhen?: readonly (
    | "planExpired"
    | "tenantInactive"
    | "factorMissing"
    | "passwordGiven"
    | "viewing"
    | "maintenance"
  )[];
  params?: P;
  query?: Q;
  body?: B;
  file?: string;
  /** Highest size of a file in bytes; 5 MB by default. */
  fileBytes?: number;
  reply: R;
  status?: 200 | 201;
  problems?: readonly ProblemCode[];
  /** Whether the call runs in a read-only database snapshot. Defaults to true for GET; a GET that changes state must set false. */
  readOnly?: boolean;
  /** A valid request; generated tests replace its ids. Required if the call has a body. */
  example?: Example;
  tellsSecret?: boolean;
  /**
   * Whether a POST changes many records in separate transactions. The server stores no reply under its idempotency key, so a repetition
   * would report the records that the first attempt changed as failed. The client doesn't repeat it automatically.
   */
  isBulk?: boolean;
  /**
   * Whether the reply can be several megabytes or is slow to produce, always, without paging (`unlessPaged`) or depending on the query,
   * which isn't validated yet. Such calls run sequentially per user, with a small limit of concurrent calls per tenant.
   */
  expensive?: boolean | "unlessPaged" | ((query: Readonly<Record<string, unknown>>) => boolean);
  /** Other methods with the same reply, such as PUT for a GET that changes state. */
  siblings?: readonly Method[];
}

export interface Endpoint<
  P extends AnyObjectSchema = AnyObjectSchema,
  Q extends AnyObjectSchema = AnyObjectSchema,
  B extends AnyObjectSchema = AnyObjectSchema,
  R extends AnyObjectSchema = AnyObjectSchema,
> extends EndpointSpec<P, Q, B, R> {
  access: "public" | "signedIn" | "operator";
  params: P;
  query: Q;
  body: B;
  status: 200 | 201;
  readOnly: boolean;
  problems: readonly ProblemCode[];
}

const nothing = object({});
type Nothing = typeof nothing;

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
    // Every reply has a message; the server fills in a default for calls that define none.
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

/**
 * Replaces the parameters of a path: `/task/:id` with `{id: 7}` becomes `/task/7`. Commas are not encoded, which RFC 3986 allows in a path,
 * because encoding would make lists of ids a third longer.
 */
export function endpointPathOf(endpoint: { path: string }, params: Record<string, unknown> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])).replaceAll("%2C", ","),
  );
}
