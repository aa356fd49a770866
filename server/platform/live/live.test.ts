import { streamOfMessage } from "./live";

test.each([
  [{ stream: "project:1" }, "project:1"],
  [{ stream: "project:01" }, null],
  [{ stream: { toString: 1, valueOf: 1 } }, null],
  [{ stream: ["project:1"] }, null],
  ["project:1", null],
  [null, null],
  [undefined, null],
])("message %j belongs to stream %s", (message, stream) => {
  expect(streamOfMessage(message)).toBe(stream);
});
