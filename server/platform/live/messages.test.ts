import { guardedFor, streamOf } from "./messages";

test.each([
  [{ stream: "project:1" }, "project:1"],
  [{ stream: "project:01" }, null],
  [{ stream: { toString: 1, valueOf: 1 } }, null],
  [{ stream: ["project:1"] }, null],
  ["project:1", null],
  [null, null],
  [undefined, null],
])("%j is about %s", (message, stream) => {
  expect(streamOf(message)).toBe(stream);
});

test("what a handler throws ends its connection, and is said", () => {
  const socket = { disconnect: jest.fn() };
  const rarely = jest.fn();
  const guarded = guardedFor(socket, rarely);
  const heard: unknown[] = [];
  guarded((message: string) => void heard.push(message))("well");
  expect([heard, socket.disconnect.mock.calls]).toEqual([["well"], []]);
  const error = new TypeError("Cannot convert object to primitive value");
  guarded(() => {
    throw error;
  })();
  expect(socket.disconnect).toHaveBeenCalledWith(true);
  expect(rarely).toHaveBeenCalledWith("error", expect.any(String), { err: error });
});
