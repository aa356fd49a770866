/** @jest-environment jsdom */
import { type PressPoint, PointerHold } from "./pointer-hold";

const log: string[] = [];
let takes = true;
const element = document.createElement("div");
element.getBoundingClientRect = () => ({ left: 100, right: 1100, width: 1000 }) as DOMRect;
const scrolled: number[] = [];
element.scrollBy = ((by: number) => scrolled.push(Math.round(by * 100) / 100)) as typeof element.scrollBy;
document.body.append(element);

const hold = new PointerHold<string>({
  begin: (item) => {
    log.push(`begin ${item}`);
    return takes;
  },
  carry: (item, { x, y }) => log.push(`carry ${item} ${x} ${y}`),
  end: (item, keep) => log.push(`end ${item} ${keep}`),
  press: (item) => log.push(`press ${item}`),
});
const at = (type: string, x: number, y: number, pointerId = 1, pointerType = "mouse") =>
  window.dispatchEvent(Object.assign(new MouseEvent(type, { clientX: x, clientY: y }), { pointerId, pointerType }));
const down = (change: Partial<PressPoint> = {}) =>
  hold.down({ x: 500, y: 10, pointerType: "mouse", pointerId: 1, ...change }, "card");
const escape = (key = "Escape") => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
/** Log entries since the last call; `carry` repeats on every frame, so duplicates are removed. */
const takeLog = () => [...new Set(log.splice(0))];

let stop = () => {};
beforeEach(() => {
  jest.useFakeTimers();
  takes = true;
  stop = hold.attach(element);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  log.length = 0;
  scrolled.length = 0;
});

test("a mouse drag starts after a threshold and ends on release", () => {
  down();
  at("pointermove", 504, 10);
  expect(takeLog()).toEqual([]);
  at("pointermove", 505, 10);
  expect(takeLog()).toEqual(["begin card", "carry card 505 10"]);
  at("pointermove", 300, 20, 2);
  expect(takeLog()).toEqual([]);
  at("pointermove", 300, 20);
  at("pointerup", 310, 20, 2);
  expect(takeLog()).toEqual(["carry card 300 20"]);
  at("pointerup", 310, 20);
  expect(takeLog()).toEqual(["carry card 310 20", "end card true"]);
  jest.advanceTimersByTime(100);
  expect(takeLog()).toEqual([]);
});

test("carry is repeated while the pointer rests, since content below may move", () => {
  down();
  at("pointermove", 520, 10);
  takeLog();
  jest.advanceTimersByTime(40);
  expect(takeLog()).toEqual(["carry card 520 10"]);
});

test("a press without movement isn't a drag, by mouse or by touch", () => {
  down();
  at("pointermove", 502, 12);
  at("pointerup", 502, 12);
  expect(takeLog()).toEqual(["press card"]);
  down({ pointerType: "touch" });
  jest.advanceTimersByTime(319);
  at("pointerup", 500, 10);
  jest.advanceTimersByTime(1000);
  expect(takeLog()).toEqual(["press card"]);
});

test("a touch drags after a hold, and a drag handle starts immediately", () => {
  down({ pointerType: "touch" });
  jest.advanceTimersByTime(320);
  expect(takeLog()).toEqual(["begin card", "carry card 500 10"]);
  at("pointercancel", 0, 0);
  expect(takeLog()).toEqual(["end card false"]);
  down({ pointerType: "touch" });
  at("pointermove", 520, 10, 1, "touch");
  jest.advanceTimersByTime(1000);
  at("pointerup", 520, 10);
  expect(takeLog()).toEqual([]);
  down({ pointerType: "touch", immediate: true });
  at("pointermove", 520, 10, 1, "touch");
  expect(takeLog()).toEqual(["begin card", "carry card 520 10"]);
});

test("Escape, a second pointer and unmounting cancel the drag", () => {
  for (const leave of [escape, () => down({ pointerId: 2 }), () => stop()]) {
    down();
    at("pointermove", 520, 10);
    takeLog();
    escape("a");
    expect(takeLog()).toEqual([]);
    leave();
    expect(takeLog()).toEqual(["end card false"]);
  }
  at("pointermove", 600, 10);
  expect(takeLog()).toEqual([]);
});

test("a rejected item isn't dragged, and Escape doesn't affect a mere press", () => {
  takes = false;
  down();
  at("pointermove", 520, 10);
  at("pointerup", 520, 10);
  expect(takeLog()).toEqual(["begin card", "press card"]);
  down();
  escape();
  at("pointerup", 500, 10);
  expect(takeLog()).toEqual(["press card"]);
});

test("the click after a drag is suppressed, the next one isn't", () => {
  const clicks: string[] = [];
  const inner = element.appendChild(document.createElement("b"));
  inner.addEventListener("click", () => clicks.push("click"));
  down();
  at("pointermove", 520, 10);
  at("pointerup", 520, 10);
  inner.click();
  expect(clicks).toEqual([]);
  inner.click();
  expect(clicks).toEqual(["click"]);
  down();
  at("pointermove", 520, 10);
  at("pointerup", 520, 10);
  jest.advanceTimersByTime(1);
  inner.click();
  expect(clicks).toEqual(["click", "click"]);
});

test("scrolling and the context menu are blocked only during a drag", () => {
  const isStopped = (type: string, cancelable = true) => {
    const event = new Event(type, { cancelable });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([isStopped("touchmove"), isStopped("contextmenu")]).toEqual([false, false]);
  down({ pointerType: "touch" });
  expect([isStopped("touchmove"), isStopped("contextmenu")]).toEqual([false, true]);
  jest.advanceTimersByTime(320);
  expect([isStopped("touchmove"), isStopped("contextmenu")]).toEqual([true, true]);
});

test("dragging at an edge scrolls toward it, faster when nearer", () => {
  down();
  at("pointermove", 520, 10);
  const speedAt = (x: number) => {
    document.dispatchEvent(new MouseEvent("mousemove", { clientX: x }));
    scrolled.length = 0;
    jest.advanceTimersByTime(16);
    return scrolled[0] ?? 0;
  };
  expect([speedAt(600), speedAt(220), speedAt(980)]).toEqual([0, 0, 0]);
  expect([speedAt(160), speedAt(100), speedAt(20)]).toEqual([-13, -26, -26]);
  expect([speedAt(1040), speedAt(1100), speedAt(2000)]).toEqual([13, 26, 26]);
  at("pointerup", 520, 10);
  expect(speedAt(1100)).toBe(0);
});
