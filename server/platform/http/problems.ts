import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "../../../shared/kernel/languages";
import { type FieldErrors, Problem, type ProblemBody, type ProblemCode } from "../../../shared/kernel/problems";
import type { Logger } from "pino";
import { createThrottledLog } from "../throttled-log";
import { databaseProblem } from "../database/database-problems";
import { translator } from "../text";
import { languageFor } from "./reader-language";

const byCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "request.tooLarge",
  FST_REQ_FILE_TOO_LARGE: "request.tooLarge",
  FST_PARTS_LIMIT: "request.tooLarge",
  FST_FILES_LIMIT: "request.tooLarge",
  FST_FIELDS_LIMIT: "request.tooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "request.unsupportedType",
  FST_ERR_CTP_EMPTY_TYPE: "request.unsupportedType",
};

const byStatus: Record<number, ProblemCode> = {
  404: "notFound",
  413: "request.tooLarge",
  415: "request.unsupportedType",
  429: "rate.limited",
  503: "unavailable",
};

/** Converts any error to a problem that can be sent. Unexpected errors become `internal` without details. */
export function problemFromError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const databaseError = databaseProblem(error);
  if (databaseError) return databaseError;
  const { code = "", statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number };
  const problemCode = byCode[code] ?? byStatus[statusCode];
  if (problemCode) return new Problem(problemCode);
  return new Problem(statusCode >= 400 && statusCode < 500 ? "request.malformed" : "internal");
}

export function problemBody(problem: Problem, language: Language): ProblemBody {
  const text = translator(language);
  const { errors: ids, record, values, by } = problem.detail;
  const errors = ids && translated(ids, (id) => text(id, values));
  const first = Object.values(errors ?? {})[0]?.[0];
  const body: ProblemBody = {
    message: (problem.code === "request.invalid" && first) || text(`problem.${problem.code}`, values),
    code: problem.code,
  };
  if (errors) body.errors = errors;
  if (record !== undefined) body.data = record;
  if (by !== undefined) body.by = by;
  if (problem.code === "session.wrongCredentials" || problem.code === "session.inactive") body.status = false;
  return body;
}

function translated(errors: FieldErrors, text: (id: string) => string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, ids]) => [field, ids.map((id) => text(id))]));
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemFromError(error);
  if (problem.code === "maintenance") request.log.debug(problem.code);
  else if (problem.status >= 500) logProblem(error, problem, request);
  else request.server.refusals.note(request, problem);
  const { retryAfterSeconds } = problem.detail;
  const wait = retryAfterSeconds ?? (problem.status === 503 ? 2 : undefined);
  if (wait !== undefined) reply.header("retry-after", wait);
  return reply
    .status(problem.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(problemBody(problem, languageFor(request))));
}

type ThrottledLog = ReturnType<typeof createThrottledLog>;
const throttledLogOf = new WeakMap<object, ThrottledLog>();

export function logProblem(error: unknown, problem: Problem, request: FastifyRequest): void {
  const route = request.routeOptions?.url;
  if (problem.code !== "unavailable") return request.log.error({ err: error, route }, problem.code);
  // An outage fails every request in the same way, so it is logged at most once per interval.
  const logThrottled = throttledLogOf.get(request.server) ?? createThrottledLog(request.server.log as Logger);
  throttledLogOf.set(request.server, logThrottled);
  logThrottled("warn", problem.code, { reason: (error as Error).message, route });
}

/** Answers errors and unknown routes with `{message, code, errors?}`. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(new Problem("notFound"), request, reply));
}
