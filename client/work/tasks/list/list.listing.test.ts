import fc from "fast-check";
import { type Board, boardFromReply, taskById } from "../../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../../shared/work/tasks/tasks.board-events";
import { emptyFilter, type TaskFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { type BoardSort, sortFields } from "../../../../shared/work/tasks/tasks.sort.rules";
import { BoardSimulation } from "../../../../tests/support/board-simulation";
import { simulationSteps } from "../../../../tests/support/board-simulation.steps";
import { groupings, groupKeysOf, groupDefaults, orderGroupKeys } from "./list.groups";
import { createListing, type ListView } from "./list.listing";
import { ListRows } from "./list.rows";

const collator = new Intl.Collator("en", { numeric: true });
const view = (change: Partial<ListView> = {}): ListView => ({
  filter: emptyFilter,
  sort: "rank",
  today: "2026-11-20",
  collator,
  grouping: "status",
  ...change,
});
const filters: Partial<TaskFilter>[] = [{}, { text: "task" }, { users: [0, 2] }, { tags: [1, 2] }, { blocked: true }];
const sorts: BoardSort[] = sortFields.flatMap((field) => (field === "rank" ? [field] : [field, `-${field}` as const]));

describe("rows of the list", () => {
  it("rows updated by events equal freshly computed ones", () => {
    fc.assert(
      fc.property(
        fc.array(simulationSteps, { maxLength: 25 }),
        fc.constantFrom(...groupings),
        fc.constantFrom(...sorts),
        fc.constantFrom(...filters),
        (steps, grouping, sort, filter) => {
          const simulation = new BoardSimulation();
          const listView = view({ grouping, sort, filter: { ...emptyFilter, ...filter } });
          const listingOf = createListing();
          let board = boardFromReply(simulation.read());
          listingOf(board, listView);
          for (const step of steps) {
            board = applyEvents(board, simulation.apply(step));
            expect(listingOf(board, listView)).toEqual(createListing()(board, listView));
          }
        },
      ),
    );
  });

  it("each matching task is in each of its groups and in no other group", () => {
    const board = boardFromReply(new BoardSimulation(4, 3).read());
    for (const grouping of groupings) {
      const { groups, count } = createListing()(board, view({ grouping }));
      for (const { key, ids } of groups)
        for (const id of ids) {
          const task = taskById(board, id);
          expect(task && groupKeysOf(task, grouping, "2026-11-20")).toContain(key);
        }
      expect(new Set(groups.flatMap(({ ids }) => ids)).size).toBe(count);
    }
  });

  it("an event keeps the identity of groups it doesn't affect", () => {
    const simulation = new BoardSimulation();
    const listingOf = createListing();
    const listView = view();
    const board = boardFromReply(simulation.read());
    const before = listingOf(board, listView);
    const after = listingOf(
      applyEvents(board, simulation.apply({ kind: "move", task: 0, column: 1, at: 0 })),
      listView,
    );
    expect(after.groups[2]).toBe(before.groups[2]);
    expect(after.groups[0]).not.toBe(before.groups[0]);
    expect(listingOf({ ...board }, listView).groups).toEqual(before.groups);
  });

  it("every grouping offers a group for the first task", () => {
    const board = boardFromReply(new BoardSimulation(0, 3).read());
    for (const grouping of groupings) {
      const { groups } = createListing()(board, view({ grouping }));
      expect(groups.some(({ value }) => groupDefaults(value, board, "2026-11-20") !== null)).toBe(true);
    }
  });

  it("only the columns that the filter excludes are hidden", () => {
    const board = boardFromReply(new BoardSimulation(0, 3).read());
    const [first] = board.columnIds as [number];
    expect(createListing()(board, view()).groups).toHaveLength(3);
    expect(createListing()(board, view({ filter: { ...emptyFilter, columns: [first] } })).groups).toHaveLength(1);
  });
});

describe("row indexes", () => {
  const board = boardFromReply(new BoardSimulation(3, 3).read());
  const { groups } = createListing()(board, view());
  const [one, two] = groups.map(({ key }) => key) as [string, string];
  const rows = new ListRows(groups, true, new Set([two]), new Set([one]));

  it("headings, tasks and add rows are counted; a collapsed group counts as one row", () => {
    expect(rows.count).toBe(1 + 3 + 1 + 1 + (1 + 3));
    const kinds = Array.from({ length: rows.count }, (_, at) => rows.at(at)?.kind);
    expect(kinds).toEqual(["group", "task", "task", "task", "add", "group", "group", "task", "task", "task"]);
    expect(rows.at(rows.count)).toBeUndefined();
  });

  it("rows are found by their keys", () => {
    for (let at = 0; at < rows.count; at++) expect(rows.indexOf(rows.at(at)?.key ?? "")).toBe(at);
    expect(rows.indexOf(`${two}/${groups[1]?.ids[0]}`)).toBe(-1);
    expect(rows.indexOf("gone")).toBe(-1);
  });

  it("a row's heading and the tasks between two rows are found", () => {
    expect([0, 2, 4, 5, 8].map((at) => rows.headOf(at))).toEqual([0, 0, 0, 5, 6]);
    expect(rows.idsBetween(8, 2)).toHaveLength(4);
  });
});

test("a new task takes the value of its group", () => {
  const board = boardFromReply(new BoardSimulation().read());
  const [first] = board.columnIds as [number];
  expect(groupDefaults({ by: "due", bucket: "today" }, board, "2026-11-20")?.facts).toEqual({ due_date: "2026-11-20" });
  expect(groupDefaults({ by: "due", bucket: "overdue" }, board, "2026-11-20")).toBeNull();
  expect(groupDefaults({ by: "assignee", userId: 4, groupId: null }, board, "")?.facts).toEqual({ user_ids: [4] });
  expect(groupDefaults({ by: "status", columnId: first }, board, "")).toEqual({ columnId: first, facts: {} });
  expect(groupDefaults({ by: "tag", tagId: 5 }, board, "")?.facts).toEqual({ tag_ids: [5] });
  const ofNobody = { by: "assignee", userId: null, groupId: null } as const;
  for (const none of [{ by: "tag", tagId: null } as const, ofNobody, { by: "due", bucket: "none" } as const])
    expect(groupDefaults(none, board, "2026-11-20")?.facts).toEqual({});
  expect(groupDefaults({ by: "due", bucket: "week" }, board, "2026-11-20")?.facts).toEqual({ due_date: "2026-11-26" });
  expect(groupDefaults({ by: "due", bucket: "later" }, board, "2026-11-20")).toBeNull();
});

test("groups are sorted by name, with unassigned or untagged tasks last", () => {
  const board = {
    users: { 1: { fullname: "Zara" }, 2: { fullname: "Amir" } },
    groups: { 1: { title: "Design" } },
    tags: { 5: { name: "Beta" }, 6: { name: "Alpha" } },
  } as unknown as Board;
  const orderOf = (grouping: "assignee" | "tag", ...keys: string[]) =>
    orderGroupKeys(keys, grouping, { board, filter: emptyFilter, collator });
  for (const keys of [
    ["nobody", "u1", "g1", "u2"],
    ["u2", "u1", "g1", "nobody"],
  ])
    expect(orderOf("assignee", ...keys)).toEqual(["u2", "g1", "u1", "nobody"]);
  expect(orderOf("tag", "5", "none", "6")).toEqual(["6", "5", "none"]);
  expect(orderOf("assignee", "u2", "u9", "u8")).toEqual(["u8", "u9", "u2"]);
  expect(orderOf("assignee", "u9", "u2", "u8")).toEqual(["u8", "u9", "u2"]);
  expect([orderOf("assignee"), orderOf("tag")]).toEqual([["nobody"], ["none"]]);
});
