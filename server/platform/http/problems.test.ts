import { rangeMessage } from "../../../shared/kernel/schemas";
import { languageCodes } from "../../../shared/kernel/languages";
import { Problem, type ProblemCode, problemStatus } from "../../../shared/kernel/problems";
import fastify from "fastify";
import { registerErrorHandlers, problemBody, problemFromError } from "./problems";

const fromPostgres = (code: string, fields: object = {}) =>
  Object.assign(new Error("QueryFailedError"), { driverError: { code, severity: "ERROR", ...fields } });

test.each([
  ["22021", "request.invalid"],
  ["22003", "request.invalid"],
  ["22P02", "request.invalid"],
  ["23514", "request.invalid"],
  ["23505", "conflict"],
  ["23P01", "conflict"],
  ["40P01", "conflict"],
  ["57014", "unavailable"],
  ["57P01", "unavailable"],
  ["53100", "unavailable"],
  ["53200", "unavailable"],
  ["53300", "unavailable"],
  ["08006", "unavailable"],
  ["42703", "internal"],
  ["42501", "internal"],
])("maps PostgreSQL error %s to %s", (code, expected) => {
  expect(problemFromError(fromPostgres(code)).code).toBe(expected);
});

test("distinguishes a reference to a missing row from deleting a referenced row", () => {
  const missingReference = fromPostgres("23503", {
    detail: 'Key (tenant_id, client_id)=(1, 9) is not present in table "client".',
  });
  const referencedRow = fromPostgres("23503", { detail: 'Key (id)=(9) is still referenced from table "task".' });
  expect([problemFromError(missingReference).code, problemFromError(referencedRow).code]).toEqual([
    "request.invalid",
    "conflict",
  ]);
});

test.each([
  [
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED", syscall: "connect" }),
    "unavailable",
  ],
  [
    Object.assign(new Error("connect ENOENT /socket/.s.PGSQL.5432"), { code: "ENOENT", syscall: "connect" }),
    "unavailable",
  ],
  [
    Object.assign(new Error("connect EAGAIN /socket/.s.PGSQL.5432"), { code: "EAGAIN", syscall: "connect" }),
    "unavailable",
  ],
  [new Error("Connection terminated unexpectedly"), "unavailable"],
  [new Error("timeout exceeded when trying to connect"), "unavailable"],
  [Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" }), "internal"],
  [Object.assign(new Error("too large"), { code: "FST_ERR_CTP_BODY_TOO_LARGE", statusCode: 413 }), "request.tooLarge"],
  [
    Object.assign(new Error("?"), { code: "FST_ERR_CTP_INVALID_MEDIA_TYPE", statusCode: 415 }),
    "request.unsupportedType",
  ],
  [Object.assign(new SyntaxError("Unexpected token"), { statusCode: 400 }), "request.malformed"],
  [new TypeError("x is undefined"), "internal"],
  [null, "internal"],
  ["thrown text", "internal"],
])("maps %s to %s", (error, expected) => {
  expect(problemFromError(error).code).toBe(expected);
});

test("unexpected errors reveal no details", () => {
  const body = problemBody(problemFromError(new Error("password of the database is hunter2")), "en");
  expect(body).toEqual({ code: "internal", message: "Something went wrong on our side." });
});

test("a 422 shows the message of its first field", () => {
  const invalid = new Problem("request.invalid", {
    errors: { title: ["field.required"], due_date: ["field.day", "field.endBeforeStart"] },
  });
  expect(problemBody(invalid, "en")).toEqual({
    code: "request.invalid",
    message: "This field is required",
    errors: {
      title: ["This field is required"],
      due_date: ["Please enter a valid date", "The end is before the start"],
    },
  });
  expect(problemBody(new Problem("task.stale", { record: { id: 1, version: 3 } }), "en").data).toEqual({
    id: 1,
    version: 3,
  });
});

test.each(languageCodes)("every problem has a message in %s", (language) => {
  for (const code of Object.keys(problemStatus) as ProblemCode[]) {
    const { message } = problemBody(new Problem(code, { values: { limit: 5, kind: "people" } }), language);
    expect(message).not.toMatch(/^problem\./);
  }
});

test.each([
  ["en", "Must be between 1 and 100,000", "Must be a year from 2000 to 2100"],
  ["de", "Muss zwischen 1 und 100.000 liegen", "Muss ein Jahr von 2000 bis 2100 sein"],
  ["ar", "يجب أن تكون القيمة بين ١ و١٠٠٬٠٠٠", "يجب أن تكون سنة من ٢٠٠٠ إلى ٢١٠٠"],
] as const)("the message for a number out of range contains the range in %s", (language, seats, year) => {
  const errors = { seats: [rangeMessage({ min: 1, max: 100_000 })], year: [rangeMessage({ min: 2000, max: 2100 })] };
  expect(problemBody(new Problem("request.invalid", { errors }), language).errors).toEqual({
    seats: [seats],
    year: [year],
  });
});

test("logs each server error with its route, and an outage only once", async () => {
  const lines: { level: number; msg: string; route?: string; reason?: string; err?: { message: string } }[] = [];
  const app = fastify({ logger: { level: "warn", stream: { write: (line: string) => lines.push(JSON.parse(line)) } } });
  registerErrorHandlers(app);
  app.get("/bug/:id", () => Promise.reject(new Error("undefined is not a function")));
  app.get("/away/:id", () => Promise.reject(fromPostgres("57P01")));
  const statuses: number[] = [];
  for (const url of ["/bug/1", "/bug/2", "/away/1", "/away/2", "/away/3"])
    statuses.push((await app.inject({ url })).statusCode);
  await app.close();
  expect(statuses).toEqual([500, 500, 503, 503, 503]);
  expect(lines.map(({ level, msg, route, reason, err }) => [level, msg, route, reason ?? err?.message])).toEqual([
    [50, "internal", "/bug/:id", "undefined is not a function"],
    [50, "internal", "/bug/:id", "undefined is not a function"],
    [40, "unavailable", "/away/:id", "QueryFailedError"],
  ]);
});
