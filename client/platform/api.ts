import { Store, Emitter } from "./store";
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  endpointPathOf,
  type QueryOf,
  type ReplyOf,
} from "../../shared/kernel/endpoint";
import type { ProblemBody } from "../../shared/kernel/problems";
import { loadKoreanIfUsed } from "./intl/korean";
import { OfflineError, ProblemError } from "./problem-error";
import { readStored, storedKeys } from "./browser-storage";

export interface CallInput<E> {
  params?: ParamsOf<E>;
  query?: Partial<QueryOf<E>>;
  body?: Partial<BodyOf<E>> | FormData;
  signal?: AbortSignal;
  /** Sent with POSTs; generated when omitted. Must stay the same over all retries of one change. */
  idempotencyKey?: string;
  /** Keeps the request alive when the page is left. For small requests whose response isn't needed. */
  keepalive?: boolean;
}

/** Unread notifications of the signed-in user, updated by every response and by live events. */
export const unreadCount = new Store(0);

/** Errors that concern the session or the tenant rather than the call; the session machine subscribes. */
export const sessionErrors = new Emitter<ProblemError>();

/** A live event is newer than the response to any request sent before it. */
let unreadKnownAt = 0;

export function setUnreadCount(count: number): void {
  unreadKnownAt = performance.now();
  unreadCount.set(count);
}

/** Delays in ms before a POST is retried after a network failure, which its idempotency key makes safe. */
const postRetryDelaysMs = [400, 1500];

/** Longest Retry-After in ms for which a call waits without reporting an error. */
const maxReportedWaitMs = 12_000;

/** Errors that require a step by the user before any other call is accepted. */
const preconditions: ReadonlySet<string> = new Set(["session.factorMissing", "session.passwordGiven"]);

const sessionStatuses = new Set([401, 402, 423]);

/**
 * Calls the server.
 * @throws ProblemError if the server returns an error
 * @throws OfflineError if it can't be reached
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const context = currentCallContext();
  // Operators use a cookie, so the token of a tenant's session in the same browser isn't sent.
  const token = endpoint.access === "operator" ? null : context.token;
  return parseReply<E>(await send(endpoint, input, token), context);
}

/** Token and time of a request, needed to judge whether its response is still current. */
export interface CallContext {
  token: string | null;
  at: number;
}
export const currentCallContext = (): CallContext => ({ token: readStored(storedKeys.token), at: performance.now() });

interface RawResponse {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export async function parseReply<E extends Endpoint>(
  response: RawResponse,
  { token, at }: CallContext,
): Promise<ReplyOf<E>> {
  const unread = Number(response.headers.get("x-unread-notifications") ?? Number.NaN);
  if (!Number.isNaN(unread) && at >= unreadKnownAt && unread !== unreadCount.value) unreadCount.set(unread);

  const answer = await parseBody(response);
  if (response.ok) return answer as ReplyOf<E>;

  const problem = problemOf(response, answer as Partial<ProblemBody> | null);
  // A late 401 of an ended session doesn't concern the current one.
  const aboutSession = sessionStatuses.has(problem.status) || preconditions.has(problem.code);
  if (aboutSession && token === readStored(storedKeys.token)) sessionErrors.emit(problem);
  throw problem;
}

export function requestHeaders(
  endpoint: Endpoint,
  token: string | null,
  idempotencyKey?: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-language": document.documentElement.lang || "en",
  };
  if (token) headers.authorization = `Bearer ${token}`;
  if (endpoint.method === "POST") headers["idempotency-key"] = idempotencyKey ?? newIdempotencyKey();
  return headers;
}

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>, token: string | null): Promise<Response> {
  const headers = requestHeaders(endpoint, token, input.idempotencyKey);

  const { body, params, query, signal, keepalive } = input;
  const init: RequestInit = { method: endpoint.method, headers, signal, keepalive, credentials: "same-origin" };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }

  const delays = endpoint.method === "POST" && !endpoint.isBulk ? [...postRetryDelaysMs] : [];
  let turns = 3;
  for (;;) {
    try {
      const response = await fetch(endpointPathOf(endpoint, params) + queryText(query), init);
      const wait = Number(response.headers.get("retry-after")) * 1_000;
      // After a 429 any request may be retried, because the server hasn't processed it. Long waits are reported to the user.
      if (response.status !== 429 || !(wait > 0 && wait <= maxReportedWaitMs) || turns-- <= 0) return response;
      await pause(wait * (1 + Math.random() / 2), signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      const delay = delays.shift();
      if (delay === undefined) throw new OfflineError(error);
      await pause(delay, signal);
    }
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Omits empty values; lists are joined with commas. */
export function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    search.set(name, Array.isArray(value) ? value.join(",") : String(value as string | number | boolean));
  }
  const text = search.toString();
  return text && `?${text}`;
}

async function parseBody(response: RawResponse): Promise<unknown> {
  try {
    const text = await response.text();
    loadKoreanIfUsed(text);
    return JSON.parse(text);
  } catch {
    if (response.ok) throw new ProblemError(response.status, "unreadable", "", {}, null, requestIdOf(response));
    return null; // a proxy's own error page
  }
}

function problemOf(response: RawResponse, body: Partial<ProblemBody> | null): ProblemError {
  const { code = "unreadable", message = "", errors = {}, data = null, by = null } = body ?? {};
  return new ProblemError(response.status, code, message, errors, data, requestIdOf(response), by);
}

const requestIdOf = (response: RawResponse) => response.headers.get("x-request-id");

export function newIdempotencyKey(): string {
  // `randomUUID` needs https or localhost, but test installations may use plain http host names.
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
