/** @jest-environment jsdom */
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { type Span, spanOf } from "../../shared/timeline/timeline.span.rules";
import { BarDrag } from "./bar.drag";
import { type Hand, type Hold, HandHolder } from "./timeline.hand";
import type { ProjectFacts } from "./timeline.state";

/** From a press to a drop, by mouse and by finger; and what a hand does with the days of what it holds. */
const task = { id: 1, start_date: "2027-01-04", due_date: "2027-01-06" } as BoardTask;
const project = { id: 5, start_date: null, end_date: null } as ProjectFacts;
const dayWidth = 10;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

function chart(direction = "ltr") {
  const element = document.createElement("div");
  element.style.direction = direction;
  element.innerHTML = "<div data-corner></div><div data-canvas></div>";
  document.body.append(element);
  const [corner, canvas] = element.children as unknown as [HTMLElement, HTMLElement];
  corner.getBoundingClientRect = () => ({ left: -100, right: -1 }) as DOMRect;
  canvas.getBoundingClientRect = () => ({ left: 0, right: 1000, top: 50 }) as DOMRect;
  const drag = new BarDrag();
  const holder = new HandHolder();
  const dropped: (Hand | null)[] = [];
  drag.scene = { holder, first: 100, dayWidth, drop: (hand) => dropped.push(hand) };
  const detach = drag.attach(element);
  const down = (x: number, { hold = "move" as Hold, pointerType = "mouse", pointerId = 1 } = {}) =>
    drag.down({ pointerType, x, y: 60, pointerId, task, project, hold });
  const fire = (type: string, x: number, { pointerType = "mouse", pointerId = 1, y = 60 } = {}) => {
    const event = Object.assign(new MouseEvent(type, { clientX: x, clientY: y }), { pointerType, pointerId });
    window.dispatchEvent(event);
  };
  const days = () => {
    const hand = holder.hand$.value;
    return hand?.span && hand.from ? hand.span.from - hand.from.from : null;
  };
  return { element, drag, holder, dropped, detach, down, fire, days };
}

test("a mouse drags once it has moved further than a click does, and drops where it is let go", () => {
  const { down, fire, holder, dropped, days } = chart();
  down(100);
  fire("pointermove", 104);
  expect(holder.hand$.value).toBeNull();
  fire("pointermove", 105);
  expect(holder.hand$.value).not.toBeNull();
  fire("pointermove", 120);
  expect(days()).toBe(2);
  fire("pointerup", 120);
  expect(dropped).toMatchObject([{ task: { id: 1 }, span: { from: expect.any(Number) } }]);
  expect(holder.hand$.value).toBeNull();
});

test("a click drops nothing", () => {
  const { down, fire, dropped, holder } = chart();
  down(100);
  fire("pointerup", 102);
  fire("pointermove", 150);
  expect([dropped, holder.hand$.value]).toEqual([[], null]);
});

test("another pointer neither carries nor drops it", () => {
  const { down, fire, dropped, days } = chart();
  down(100);
  fire("pointermove", 120);
  fire("pointermove", 300, { pointerId: 2 });
  fire("pointerup", 300, { pointerId: 2 });
  expect([dropped, days()]).toEqual([[], 2]);
});

test("a finger that moves scrolls; one that stays for a moment holds", () => {
  const touch = { pointerType: "touch" };
  const { down, fire, holder, days } = chart();
  down(100, touch);
  fire("pointermove", 120, touch);
  jest.advanceTimersByTime(1_000);
  expect(holder.hand$.value).toBeNull();
  down(100, touch);
  fire("pointermove", 103, touch);
  jest.advanceTimersByTime(319);
  expect(holder.hand$.value).toBeNull();
  jest.advanceTimersByTime(1);
  expect(holder.hand$.value).not.toBeNull();
  fire("pointermove", 120, touch);
  expect(days()).toBe(2);
});

test.each(["pointercancel", "Escape", "detach"])("%s ends it where it began", (how) => {
  const { down, fire, dropped, holder, detach } = chart();
  down(100);
  fire("pointermove", 120);
  if (how === "pointercancel") fire(how, 120);
  else if (how === "Escape") document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  else detach();
  expect([dropped, holder.hand$.value]).toEqual([[], null]);
});

test("what was dragged isn't clicked as well; what is clicked afterwards is", () => {
  const { element, down, fire } = chart();
  const clicked = jest.fn();
  const bar = element.appendChild(document.createElement("button"));
  bar.addEventListener("click", clicked);
  down(100);
  fire("pointermove", 120);
  fire("pointerup", 120);
  bar.click();
  expect(clicked).toHaveBeenCalledTimes(0);
  bar.click();
  expect(clicked).toHaveBeenCalledTimes(1);
});

test("from the right the days are counted from the right", () => {
  const { down, fire, days } = chart("rtl");
  down(900);
  fire("pointermove", 880);
  expect(days()).toBe(2);
});

test("a task without dates is painted on the axis from where it was pressed; from its name it is one day", () => {
  const { down, fire, holder, dropped } = chart();
  const span = () => holder.hand$.value?.span ?? null;
  down(55, { hold: "place" });
  fire("pointermove", 75);
  expect(span()).toEqual({ from: 105, to: 107, milestone: false });
  fire("pointermove", 35);
  expect(span()).toEqual({ from: 103, to: 105, milestone: false });
  fire("pointermove", -50);
  expect(span()).toBeNull();
  fire("pointerup", -50);
  expect(dropped).toMatchObject([{ span: null }]);
  down(-50, { hold: "place" });
  fire("pointermove", 75);
  expect(span()).toEqual({ from: 107, to: 107, milestone: false });
});

test("an arrow ends at another bar of the same project, and nowhere else", () => {
  const { down, fire, holder } = chart();
  const bar = (id: number, projectId: number) => {
    const found = document.createElement("div");
    Object.assign(found.dataset, { bar: id, project: projectId });
    return found;
  };
  const target = (found: Element | null) => {
    document.elementFromPoint = () => found;
    fire("pointermove", 200, { y: 80 });
    return holder.hand$.value?.target;
  };
  down(100, { hold: "link" });
  expect([target(bar(2, 5)), target(bar(2, 6)), target(bar(1, 5)), target(null)]).toEqual([2, null, null, null]);
  expect(holder.hand$.value?.head).toEqual({ day: 120, y: 30 });
});

describe("a hand", () => {
  const bounded = { id: 1, start_date: "2027-01-01", end_date: "2027-01-31" } as ProjectFacts;
  const from = spanOf(task) as Span;
  const moved = (days: number, ends = days): Span => ({ ...from, from: from.from + days, to: from.to + ends });

  /** A hand with this task in it, and how often it was shown anew since. */
  function holding(hold: Parameters<HandHolder["take"]>[3] = "move", span: Span | null = from) {
    const holder = new HandHolder();
    holder.take(task, bounded, "pointer", hold, span);
    const shown: unknown[] = [];
    holder.hand$.subscribe((hand) => shown.push(hand));
    shown.length = 0;
    return { holder, shown, hand: () => holder.hand$.value };
  }

  test("what is taken is where it was, inside its project, and points nowhere", () => {
    const { hand } = holding();
    expect(hand()).toEqual({
      task: task,
      project: bounded,
      by: "pointer",
      hold: "move",
      from,
      span: from,
      outside: false,
      head: null,
      target: null,
    });
  });

  test("what is carried lands so many days from where it was taken, each end by itself", () => {
    const { holder, hand } = holding();
    holder.carry(2);
    holder.carry(3);
    expect(hand()?.span).toEqual(moved(3));
    holder.carry(1, "end");
    expect([hand()?.span, hand()?.hold]).toEqual([moved(0, 1), "end"]);
    holder.carry(-1, "start");
    expect([hand()?.span, hand()?.hold]).toEqual([moved(-1, 0), "start"]);
  });

  test("a step of the keyboard goes on from where it is now", () => {
    const { holder, hand } = holding();
    holder.step("move", 1);
    holder.step("move", 1);
    holder.step("end", 1);
    expect([hand()?.span, hand()?.hold]).toEqual([moved(2, 3), "end"]);
  });

  test("beyond the project's dates it would be refused, and inside again it wouldn't", () => {
    const { holder, hand } = holding();
    const outside = [25, 26, -3, -4, 0].map((days) => {
      holder.carry(days);
      return hand()?.outside;
    });
    expect(outside).toEqual([false, true, false, true, false]);
  });

  test("where nothing changes nothing is drawn", () => {
    const { holder, shown } = holding();
    holder.place(from);
    expect(shown).toHaveLength(0);
    holder.place(moved(1));
    holder.place(moved(1));
    expect(shown).toHaveLength(1);
    for (const changed of [moved(1, 2), moved(0, 2), null, null, moved(0)]) holder.place(changed);
    expect(shown).toHaveLength(5);
  });

  test("what had no dates isn't carried, and has none while it is nowhere", () => {
    const { holder, hand } = holding("place", null);
    holder.carry(3);
    holder.step("move", 3);
    expect(hand()?.span).toBeNull();
    holder.place(moved(0));
    holder.place(null);
    expect(hand()).toMatchObject({ span: null, outside: false });
  });

  test.each(["place", "link"] as const)("what is task to %s isn't carried by days", (hold) => {
    const { holder, shown } = holding(hold);
    holder.carry(3);
    expect(shown).toEqual([]);
  });

  test("an arrow's head is drawn where it is, and once as long as it stays there", () => {
    const { holder, shown, hand } = holding("link");
    const heads: [number, number, number | null][] = [
      [1, 10, null],
      [2, 10, null],
      [2, 11, null],
      [2, 11, 5],
    ];
    for (const [day, y, target] of heads) {
      holder.point({ day, y }, target);
      holder.point({ day, y }, target);
      expect(hand()).toMatchObject({ head: { day, y }, target });
    }
    expect(shown).toHaveLength(4);
    holder.point(null, null);
    expect(hand()).toMatchObject({ head: null, target: null });
  });

  test("an empty hand carries nothing; let go, it tells what was in it, once", () => {
    const { holder, shown } = holding();
    holder.carry(1);
    expect(holder.release()?.span).toEqual(moved(1));
    expect(holder.release()).toBeNull();
    shown.length = 0;
    holder.carry(1);
    holder.step("move", 1);
    holder.place(moved(1));
    holder.point({ day: 1, y: 1 }, 2);
    expect(shown).toEqual([]);
  });

  test("what is carried over days off keeps its working days", () => {
    const holder = new HandHolder(() => [0, 6]);
    holder.take(task, bounded, "keyboard", "move", from); // Monday to Wednesday
    holder.carry(3); // Thursday, Friday, Monday
    expect(holder.hand$.value?.span).toEqual(moved(3, 5));
  });
});
