import { taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { emptyFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { type BoardSort, sortFields, reverseSort } from "../../../../shared/work/tasks/tasks.sort.rules";
import { FakeBoard, waitForImmediates } from "../../../../tests/support/fake-board";
import { droppedTask, createSortedDrop } from "./board.sorted";
import { createVisibleCards } from "./board.visible";

const collator = new Intl.Collator("en", { numeric: true });
const sorts = sortFields
  .filter((field) => field !== "rank")
  .flatMap((field): BoardSort[] => [field as BoardSort, reverseSort(field as BoardSort)]);

async function openBoard(): Promise<FakeBoard> {
  const board = await new FakeBoard(4).open();
  const days = ["2027-01-04", null, "2027-01-02", "2027-01-04"];
  const ids = board.simulation.columnIds.flatMap((id) => board.simulation.taskIds(id));
  ids.forEach((id, at) => {
    const task = board.simulation.task(id);
    if (!task) return;
    const priority = (["low", "high", "medium"] as const)[at % 3];
    Object.assign(task, { due_date: days[at % 4], start_date: days[(at + 1) % 4], priority, complexity: (at % 2) + 1 });
    Object.assign(task, { title: `Task ${(at * 7) % 5}`, progress: (at % 3) * 20, comment_count: at % 2 });
  });
  return board;
}

test("a manually ordered board has no drop rules for sorting", () => {
  expect(createSortedDrop("rank", collator)).toBeNull();
});

test.each(sorts)("sorted by %s, the slot is where the card will be after the drop", async (sort) => {
  const places = createSortedDrop(sort, collator);
  const visibleOf = createVisibleCards();
  const visibleCards = (board: FakeBoard) =>
    visibleOf(board.context.drawn, { filter: emptyFilter, sort, today: "2027-01-01", collator });
  const { columnIds } = (await openBoard()).simulation;
  for (const from of columnIds) {
    for (const to of columnIds) {
      const board = await openBoard();
      board.say({ type: "RESET" }); // includes the values set above
      await waitForImmediates();
      const id = visibleCards(board)[from]?.[2] as number;
      board.send({ type: "LIFT", taskId: id, by: "pointer" });
      const { drawn, drag } = board.context;
      if (!drag) throw new Error("Nothing in the hand");
      board.send({ type: "HOVER", place: places?.place(drag, to, drawn) as never });
      const cards = (visibleCards(board)[to] ?? []).filter((card) => card !== id);
      const at = places?.index(droppedTask(drag, drawn), to, cards, drawn);
      const order = taskIdsInColumn(drawn, to);
      board.send({ type: "DROP" });
      expect([from, to, visibleCards(board)[to]?.indexOf(id)]).toEqual([from, to, at]);
      await waitForImmediates();
      // A drop in the same column sends nothing and keeps the manual order.
      if (from === to) expect([board.sent, taskIdsInColumn(board.context.drawn, to)]).toEqual([[], order]);
      else expect(taskById(board.context.drawn, id)?.task_status_id).toBe(to);
    }
  }
});
