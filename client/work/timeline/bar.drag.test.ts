/** @jest-environment jsdom */
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { type TimelineSpan, timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { BarDrag } from "./bar.drag";
import { type DragState, type DragKind, DragController } from "./timeline.drag-state";
import type { ProjectDetails } from "./timeline.state";

const task = { id: 1, start_date: "2027-01-04", due_date: "2027-01-06" } as BoardTask;
const project = { id: 5, start_date: null, end_date: null } as ProjectDetails;
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
  const holder = new DragController();
  const dropped: (DragState | null)[] = [];
  drag.scene = { holder, first: 100, dayWidth, othersOf: () => [], drop: (hand) => dropped.push(hand) };
  const detach = drag.attach(element);
  const down = (x: number, { hold = "move" as DragKind, pointerType = "mouse", pointerId = 1 } = {}) =>
    drag.down({ pointerType, x, y: 60, pointerId, task, project, hold });
  const fire = (type: string, x: number, { pointerType = "mouse", pointerId = 1, y = 60 } = {}) => {
    const event = Object.assign(new MouseEvent(type, { clientX: x, clientY: y }), { pointerType, pointerId });
    window.dispatchEvent(event);
  };
  const days = () => {
    const drag = holder.drag$.value;
    return drag?.span && drag.from ? drag.span.from - drag.from.from : null;
  };
  return { element, drag, holder, dropped, detach, down, fire, days };
}

test("a mouse drag starts after 5 px and drops where it is released", () => {
  const { down, fire, holder, dropped, days } = chart();
  down(100);
  fire("pointermove", 104);
  expect(holder.drag$.value).toBeNull();
  fire("pointermove", 105);
  expect(holder.drag$.value).not.toBeNull();
  fire("pointermove", 120);
  expect(days()).toBe(2);
  fire("pointerup", 120);
  expect(dropped).toMatchObject([{ task: { id: 1 }, span: { from: expect.any(Number) } }]);
  expect(holder.drag$.value).toBeNull();
});

test("a click drops nothing", () => {
  const { down, fire, dropped, holder } = chart();
  down(100);
  fire("pointerup", 102);
  fire("pointermove", 150);
  expect([dropped, holder.drag$.value]).toEqual([[], null]);
});

test("another pointer neither moves nor drops the bar", () => {
  const { down, fire, dropped, days } = chart();
  down(100);
  fire("pointermove", 120);
  fire("pointermove", 300, { pointerId: 2 });
  fire("pointerup", 300, { pointerId: 2 });
  expect([dropped, days()]).toEqual([[], 2]);
});

test("a moving finger scrolls, and a long press drags", () => {
  const touch = { pointerType: "touch" };
  const { down, fire, holder, days } = chart();
  down(100, touch);
  fire("pointermove", 120, touch);
  jest.advanceTimersByTime(1_000);
  expect(holder.drag$.value).toBeNull();
  down(100, touch);
  fire("pointermove", 103, touch);
  jest.advanceTimersByTime(319);
  expect(holder.drag$.value).toBeNull();
  jest.advanceTimersByTime(1);
  expect(holder.drag$.value).not.toBeNull();
  fire("pointermove", 120, touch);
  expect(days()).toBe(2);
});

test.each(["pointercancel", "Escape", "detach"])("%s cancels the drag", (how) => {
  const { down, fire, dropped, holder, detach } = chart();
  down(100);
  fire("pointermove", 120);
  if (how === "pointercancel") fire(how, 120);
  else if (how === "Escape") document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  else detach();
  expect([dropped, holder.drag$.value]).toEqual([[], null]);
});

test("a drag doesn't trigger a click, but the next click works", () => {
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

test("days count from the left in right-to-left layouts", () => {
  const { down, fire, days } = chart("rtl");
  down(900);
  fire("pointermove", 920);
  expect(days()).toBe(2);
});

test("drawing an undated task spans the pressed days; dragging its name sets one day", () => {
  const { down, fire, holder, dropped } = chart();
  const span = () => holder.drag$.value?.span ?? null;
  down(55, { hold: "place" });
  fire("pointermove", 75);
  expect(span()).toEqual({ from: 105, to: 107, dueOnly: false });
  fire("pointermove", 35);
  expect(span()).toEqual({ from: 103, to: 105, dueOnly: false });
  fire("pointermove", -50);
  expect(span()).toBeNull();
  fire("pointerup", -50);
  expect(dropped).toMatchObject([{ span: null }]);
  down(-50, { hold: "place" });
  fire("pointermove", 75);
  expect(span()).toEqual({ from: 107, to: 107, dueOnly: false });
});

test("an arrow can end only at another bar of the same project", () => {
  const { down, fire, holder } = chart();
  const bar = (id: number, projectId: number) => {
    const found = document.createElement("div");
    Object.assign(found.dataset, { bar: id, project: projectId });
    return found;
  };
  const target = (found: Element | null) => {
    document.elementFromPoint = () => found;
    fire("pointermove", 200, { y: 80 });
    return holder.drag$.value?.target;
  };
  down(100, { hold: "link" });
  expect([target(bar(2, 5)), target(bar(2, 6)), target(bar(1, 5)), target(null)]).toEqual([2, null, null, null]);
  expect(holder.drag$.value?.head).toEqual({ day: 120, y: 30 });
});

describe("the dragged bar", () => {
  const bounded = { id: 1, start_date: "2027-01-01", end_date: "2027-01-31" } as ProjectDetails;
  const from = timelineSpanOf(task) as TimelineSpan;
  const moved = (days: number, ends = days): TimelineSpan => ({ ...from, from: from.from + days, to: from.to + ends });

  /** A controller that is dragging this task; `shown` records how often it emits. */
  function holding(hold: Parameters<DragController["take"]>[3] = "move", span: TimelineSpan | null = from) {
    const holder = new DragController();
    holder.take(task, bounded, "pointer", hold, span);
    const emittedDrags: unknown[] = [];
    holder.drag$.subscribe((drag) => emittedDrags.push(drag));
    emittedDrags.length = 0;
    return { holder, emittedDrags, currentDrag: () => holder.drag$.value };
  }

  test("a drag begins with the bar's dates, in its own project and without a drop target", () => {
    const { currentDrag } = holding();
    expect(currentDrag()).toEqual({
      task: task,
      project: bounded,
      others: [],
      by: "pointer",
      hold: "move",
      from,
      span: from,
      outside: false,
      head: null,
      target: null,
    });
  });

  test("dragging moves a bar by days from its start, and each end separately", () => {
    const { holder, currentDrag } = holding();
    holder.carry(2);
    holder.carry(3);
    expect(currentDrag()?.span).toEqual(moved(3));
    holder.carry(1, "end");
    expect([currentDrag()?.span, currentDrag()?.hold]).toEqual([moved(0, 1), "end"]);
    holder.carry(-1, "start");
    expect([currentDrag()?.span, currentDrag()?.hold]).toEqual([moved(-1, 0), "start"]);
  });

  test("keyboard steps are relative to the current position", () => {
    const { holder, currentDrag } = holding();
    holder.step("move", 1);
    holder.step("move", 1);
    holder.step("end", 1);
    expect([currentDrag()?.span, currentDrag()?.hold]).toEqual([moved(2, 3), "end"]);
  });

  test("positions outside the project's dates are marked", () => {
    const { holder, currentDrag } = holding();
    const outside = [25, 26, -3, -4, 0].map((days) => {
      holder.carry(days);
      return currentDrag()?.outside;
    });
    expect(outside).toEqual([false, true, false, true, false]);
  });

  test("an unchanged position emits nothing", () => {
    const { holder, emittedDrags } = holding();
    holder.place(from);
    expect(emittedDrags).toHaveLength(0);
    holder.place(moved(1));
    holder.place(moved(1));
    expect(emittedDrags).toHaveLength(1);
    for (const changed of [moved(1, 2), moved(0, 2), null, null, moved(0)]) holder.place(changed);
    expect(emittedDrags).toHaveLength(5);
  });

  test("an undated task isn't moved by days and has no span off the axis", () => {
    const { holder, currentDrag } = holding("place", null);
    holder.carry(3);
    holder.step("move", 3);
    expect(currentDrag()?.span).toBeNull();
    holder.place(moved(0));
    holder.place(null);
    expect(currentDrag()).toMatchObject({ span: null, outside: false });
  });

  test.each(["place", "link"] as const)("a drag of kind %s isn't moved by days", (hold) => {
    const { holder, emittedDrags } = holding(hold);
    holder.carry(3);
    expect(emittedDrags).toEqual([]);
  });

  test("an arrow's head is emitted only when it moves", () => {
    const { holder, emittedDrags, currentDrag } = holding("link");
    const heads: [number, number, number | null][] = [
      [1, 10, null],
      [2, 10, null],
      [2, 11, null],
      [2, 11, 5],
    ];
    for (const [day, y, target] of heads) {
      holder.point({ day, y }, target);
      holder.point({ day, y }, target);
      expect(currentDrag()).toMatchObject({ head: { day, y }, target });
    }
    expect(emittedDrags).toHaveLength(4);
    holder.point(null, null);
    expect(currentDrag()).toMatchObject({ head: null, target: null });
  });

  test("without a drag nothing moves, and release returns the drag once", () => {
    const { holder, emittedDrags } = holding();
    holder.carry(1);
    expect(holder.release()?.span).toEqual(moved(1));
    expect(holder.release()).toBeNull();
    emittedDrags.length = 0;
    holder.carry(1);
    holder.step("move", 1);
    holder.place(moved(1));
    holder.point({ day: 1, y: 1 }, 2);
    expect(emittedDrags).toEqual([]);
  });

  test("a bar moved across days off keeps its working days", () => {
    const holder = new DragController(() => [0, 6]);
    holder.take(task, bounded, "keyboard", "move", from); // Monday to Wednesday
    holder.carry(3); // Thursday, Friday, Monday
    expect(holder.drag$.value?.span).toEqual(moved(3, 5));
  });
});
