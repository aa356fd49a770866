/** @jest-environment jsdom */
import { type Down, PointerHold } from "./pointer-hold";

const log: string[] = [];
let takes = true;
const element = document.createElement("div");
element.getBoundingClientRect = () => ({ left: 100, right: 1100, width: 1000 }) as DOMRect;
const scrolled: number[] = [];
element.scrollBy = ((by: number) => scrolled.push(Math.round(by * 100) / 100)) as typeof element.scrollBy;
document.body.append(element);

const hold = new PointerHold<string>({
  begin: (held) => {
    log.push(`begin ${held}`);
    return takes;
  },
  carry: (held, { x, y }) => log.push(`carry ${held} ${x} ${y}`),
  end: (held, keep) => log.push(`end ${held} ${keep}`),
  press: (held) => log.push(`press ${held}`),
});
const at = (type: string, x: number, y: number, pointerId = 1, pointerType = "mouse") =>
  window.dispatchEvent(Object.assign(new MouseEvent(type, { clientX: x, clientY: y }), { pointerId, pointerType }));
const down = (change: Partial<Down> = {}) =>
  hold.down({ x: 500, y: 10, pointerType: "mouse", pointerId: 1, ...change }, "card");
const escape = (key = "Escape") => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
/** What was said since; a thing that is held goes on being carried, as often as a screen is drawn. */
const told = () => [...new Set(log.splice(0))];

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

test("a mouse takes what it moves by more than a slip, carries it and lets it go where it is", () => {
  down();
  at("pointermove", 504, 10);
  expect(told()).toEqual([]);
  at("pointermove", 505, 10);
  expect(told()).toEqual(["begin card", "carry card 505 10"]);
  at("pointermove", 300, 20, 2);
  expect(told()).toEqual([]);
  at("pointermove", 300, 20);
  at("pointerup", 310, 20, 2);
  expect(told()).toEqual(["carry card 300 20"]);
  at("pointerup", 310, 20);
  expect(told()).toEqual(["carry card 310 20", "end card true"]);
  jest.advanceTimersByTime(100);
  expect(told()).toEqual([]);
});

test("what lies under it may move while the pointer stays", () => {
  down();
  at("pointermove", 520, 10);
  told();
  jest.advanceTimersByTime(40);
  expect(told()).toEqual(["carry card 520 10"]);
});

test("pressed and let go without a move is a press, by whatever pressed", () => {
  down();
  at("pointermove", 502, 12);
  at("pointerup", 502, 12);
  expect(told()).toEqual(["press card"]);
  down({ pointerType: "touch" });
  jest.advanceTimersByTime(319);
  at("pointerup", 500, 10);
  jest.advanceTimersByTime(1000);
  expect(told()).toEqual(["press card"]);
});

test("a finger that stays takes it; one that moves first scrolls; a handle is taken at once", () => {
  down({ pointerType: "touch" });
  jest.advanceTimersByTime(320);
  expect(told()).toEqual(["begin card", "carry card 500 10"]);
  at("pointercancel", 0, 0);
  expect(told()).toEqual(["end card false"]);
  down({ pointerType: "touch" });
  at("pointermove", 520, 10, 1, "touch");
  jest.advanceTimersByTime(1000);
  at("pointerup", 520, 10);
  expect(told()).toEqual([]);
  down({ pointerType: "touch", immediate: true });
  at("pointermove", 520, 10, 1, "touch");
  expect(told()).toEqual(["begin card", "carry card 520 10"]);
});

test("Escape, another press and the end of the screen put it back", () => {
  for (const leave of [escape, () => down({ pointerId: 2 }), () => stop()]) {
    down();
    at("pointermove", 520, 10);
    told();
    escape("a");
    expect(told()).toEqual([]);
    leave();
    expect(told()).toEqual(["end card false"]);
  }
  at("pointermove", 600, 10);
  expect(told()).toEqual([]);
});

test("what can't be taken isn't carried, and what was only pressed hears no Escape", () => {
  takes = false;
  down();
  at("pointermove", 520, 10);
  at("pointerup", 520, 10);
  expect(told()).toEqual(["begin card", "press card"]);
  down();
  escape();
  at("pointerup", 500, 10);
  expect(told()).toEqual(["press card"]);
});

test("what was dragged isn't clicked as well, and the next click is one again", () => {
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

test("only while something is held the page stands still and asks for no menu", () => {
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

test("at its edges the element scrolls towards them, the faster the nearer, and not after", () => {
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
