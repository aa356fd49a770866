import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { type Span, spanOf } from "../../shared/timeline/timeline.span.rules";
import { HandHolder } from "./timeline.hand";
import type { ProjectFacts } from "./timeline.state";

const task = { id: 1, start_date: "2027-01-04", due_date: "2027-01-06" } as BoardTask;
const project = { id: 1, start_date: "2027-01-01", end_date: "2027-01-31" } as ProjectFacts;
const from = spanOf(task) as Span;
const moved = (days: number, ends = days): Span => ({ ...from, from: from.from + days, to: from.to + ends });

/** A hand with this task in it, and how often it was shown anew since. */
function holding(hold: Parameters<HandHolder["take"]>[3] = "move", span: Span | null = from) {
  const holder = new HandHolder();
  holder.take(task, project, "pointer", hold, span);
  const shown: unknown[] = [];
  holder.hand$.subscribe((hand) => shown.push(hand));
  shown.length = 0;
  return { holder, shown, hand: () => holder.hand$.value };
}

test("what is taken is where it was, inside its project, and points nowhere", () => {
  const { hand } = holding();
  expect(hand()).toEqual({
    task,
    project,
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

test.each(["place", "link"] as const)("what is held to %s isn't carried by days", (hold) => {
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
  holder.take(task, project, "keyboard", "move", from); // Monday to Wednesday
  holder.carry(3); // Thursday, Friday, Monday
  expect(holder.hand$.value?.span).toEqual(moved(3, 5));
});
