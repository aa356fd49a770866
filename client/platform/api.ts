import { BehaviorSubject, Subject } from "rxjs";
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from "../../shared/kernel/endpoint";
import type { ProblemBody } from "../../shared/kernel/problems";
import { noticeKorean } from "./intl/korean";
import { OfflineError, ProblemError } from "./problem-error";
import { readStored, storedKeys } from "./stored";

export interface CallInput<E> {
  params?: ParamsOf<E>;
  query?: Partial<QueryOf<E>>;
  body?: Partial<BodyOf<E>> | FormData;
  signal?: AbortSignal;
  /** Sent with POSTs; made up when left out. The same over all retries of one change. */
  idempotencyKey?: string;
  /** Goes on when the page is left: otherwise the browser gives up what isn't answered yet. For what is small and nobody waits for. */
  keepalive?: boolean;
}

/** Unread notifications of the signed-in person: every answer tells, and so do live events. */
export const unreadCount = new BehaviorSubject(0);

/** Refusals that are about the session or the tenant, not about the call. The session machine listens. */
export const refusals = new Subject<ProblemError>();

/** Live events are newer than any answer that was asked for before them. */
let unreadKnownAt = 0;

export function setUnreadCount(count: number): void {
  unreadKnownAt = performance.now();
  unreadCount.next(count);
}

/** Network failures of a POST are tried again: its idempotency key makes that safe. */
const postRetryDelaysMs = [400, 1500];

/** What is over sooner isn't worth a word. */
const longestWaitMs = 12_000;

/** Something has to be done before anything else is answered. */
const preconditions: ReadonlySet<string> = new Set(["session.factorMissing", "session.passwordGiven"]);

const sessionStatuses = new Set([401, 402, 423]);

/** Calls the server. Throws `ProblemError` when it refuses and `OfflineError` when it can't be reached. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const asked = askNow();
  return settle<E>(await send(endpoint, input, asked.token), asked);
}

/** Who asks, and when: what an answer has to be weighed with. */
export interface Asked {
  token: string | null;
  at: number;
}
export const askNow = (): Asked => ({ token: readStored(storedKeys.token), at: performance.now() });

/** An answer, however it came. */
interface Received {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** What an answer means, for the call and for the session. @throws ProblemError */
export async function settle<E extends Endpoint>(response: Received, { token, at }: Asked): Promise<ReplyOf<E>> {
  const unread = Number(response.headers.get("x-unread-notifications") ?? Number.NaN);
  if (!Number.isNaN(unread) && at >= unreadKnownAt && unread !== unreadCount.value) unreadCount.next(unread);

  const answer = await read(response);
  if (response.ok) return answer as ReplyOf<E>;

  const problem = problemOf(response, answer as Partial<ProblemBody> | null);
  // A late 401 of a session that has ended since says nothing about the present one.
  const aboutSession = sessionStatuses.has(problem.status) || preconditions.has(problem.code);
  if (aboutSession && token === readStored(storedKeys.token)) refusals.next(problem);
  throw problem;
}

/** What every call says of itself. */
export function headersOf(endpoint: Endpoint, token: string | null, idempotencyKey?: string): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-language": document.documentElement.lang || "en",
  };
  if (token) headers.authorization = `Bearer ${token}`;
  if (endpoint.method === "POST") headers["idempotency-key"] = idempotencyKey ?? newIdempotencyKey();
  return headers;
}

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>, token: string | null): Promise<Response> {
  const headers = headersOf(endpoint, token, input.idempotencyKey);

  const { body, params, query, signal, keepalive } = input;
  const init: RequestInit = { method: endpoint.method, headers, signal, keepalive, credentials: "same-origin" };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }

  const delays = endpoint.method === "POST" ? [...postRetryDelaysMs] : [];
  let turns = 3;
  for (;;) {
    try {
      const response = await fetch(pathOf(endpoint, params) + queryText(query), init);
      const wait = Number(response.headers.get("retry-after")) * 1_000;
      // Too much at once: nothing was looked at yet, so anything may be sent again. A long wait is for the person to know.
      if (response.status !== 429 || !(wait > 0 && wait <= longestWaitMs) || turns-- <= 0) return response;
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

/** Empty values are dropped; lists are separated by commas. */
export function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    search.set(name, Array.isArray(value) ? value.join(",") : String(value as string | number | boolean));
  }
  const text = search.toString();
  return text && `?${text}`;
}

async function read(response: Received): Promise<unknown> {
  try {
    const text = await response.text();
    noticeKorean(text);
    return JSON.parse(text);
  } catch {
    if (response.ok) throw new ProblemError(response.status, "unreadable", "", {}, null, requestIdOf(response));
    return null; // a proxy's own error page
  }
}

function problemOf(response: Received, body: Partial<ProblemBody> | null): ProblemError {
  const { code = "unreadable", message = "", errors = {}, data = null, by = null } = body ?? {};
  return new ProblemError(response.status, code, message, errors, data, requestIdOf(response), by);
}

const requestIdOf = (response: Received) => response.headers.get("x-request-id");

export function newIdempotencyKey(): string {
  // randomUUID exists on https and localhost only; tenants may be tried out under plain host names.
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
