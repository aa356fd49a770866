import { Writable } from "node:stream";
import { pino } from "pino";
import { loggedError } from "./log-error";

test("logs a failed statement without its parameters and other user data", () => {
  const lines: string[] = [];
  const out = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) });
  const log = pino({ serializers: { err: loggedError } }, out);
  const driverError = {
    code: "23505",
    constraint: "app_user_email",
    detail: "Key (email)=(ann@acme.test) already exists.",
  };
  const error = Object.assign(new Error("duplicate key"), {
    driverError,
    ...driverError,
    parameters: ["ann@acme.test"],
    query: "…",
  });
  log.error({ err: error }, "failed");
  expect(JSON.parse(lines[0] as string).err).toMatchObject({
    code: "23505",
    constraint: "app_user_email",
    message: "duplicate key",
  });
  expect(lines[0]).not.toContain("ann@acme.test");
});

test("truncates an error message of two million characters to 2,000", () => {
  const logged = loggedError(new Error("a".repeat(2_000_000))) as { message: string; stack: string };
  expect(logged.message).toHaveLength(2_000);
  expect(logged.stack.length).toBeLessThan(21_000);
  expect(logged.stack).toContain("log-error.test"); // the stack still contains the location
});
