import { Problem } from "../../../shared/kernel/problems";
import { maxEvents, type PendingEvent, serializeEvents } from "./append-events";
import { Tx } from "./unit-of-work";

const event = (stream: `user:${number}`, data: unknown): PendingEvent => ({ stream, actor: null, type: "test", data });

test("serializeEvents groups events by stream and numbers them per stream", () => {
  const text = serializeEvents([event("user:2", 1), event("user:1", 2), event("user:2", 3)]);
  expect(text.streams).toEqual(["user:1", "user:2"]);
  expect(JSON.parse(text.json)).toEqual([
    { stream: "user:1", place: 1, type: "test", actor: null, data: 2 },
    { stream: "user:2", place: 1, type: "test", actor: null, data: 1 },
    { stream: "user:2", place: 2, type: "test", actor: null, data: 3 },
  ]);
  expect(serializeEvents([]).json).toBe("[]");
});

test("serializeEvents rejects a batch above the character limit", () => {
  const everything = { text: "x".repeat(1_000) };
  const all = Array.from({ length: 200 }, (_, at) => event(`user:${at + 1}`, everything));
  expect(() => serializeEvents(all, 100_000)).toThrow(new Problem("request.tooMuch"));
  expect(serializeEvents(all.slice(0, 50), 100_000).own).toHaveLength(50);
});

test("a transaction can't emit more than the maximum number of events", () => {
  const tx = new Tx(1, {} as never, {} as never);
  for (let at = 0; at < maxEvents; at++) tx.emit("notification.settings", "user:1", {});
  expect(tx.eventCount).toBe(maxEvents);
  expect(() => tx.emit("notification.settings", "user:1", {})).toThrow(new Problem("request.tooMuch"));
});
