import { Writable } from "node:stream";
import { pino } from "pino";
import { loggedError } from "./log-error";

test("a failed statement is told without what people typed", () => {
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

test("what an error quotes of what somebody sent is cut, and takes no time to look through", () => {
  const said = loggedError(new Error("a".repeat(2_000_000))) as { message: string; stack: string };
  expect(said.message).toHaveLength(2_000);
  expect(said.stack.length).toBeLessThan(21_000);
  expect(said.stack).toContain("log-error.test"); // where it was is said all the same
});
