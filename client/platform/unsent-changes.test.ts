/** @jest-environment jsdom */
import { publishUnsentChanges } from "./unsent-changes";

/** Whether the browser asks before the page is closed. */
function asksBeforeUnload(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("the browser asks before closing a page whose changes wait", () => {
  expect(asksBeforeUnload()).toBe(false);
  publishUnsentChanges("tasks", [{ id: 1, label: "Paint" }]);
  publishUnsentChanges("comments", [{ id: 2, label: "Hello" }]);
  publishUnsentChanges("comments", []);
  expect(asksBeforeUnload()).toBe(true);
  publishUnsentChanges("tasks", []);
  expect(asksBeforeUnload()).toBe(false);
});
