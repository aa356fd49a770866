import type { DomainEvent } from "../../../../shared/kernel/events";
import fc from "fast-check";
import type { PresentUser } from "../../../../shared/kernel/streams";
import { boardFromReply, type Board, taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { simulatedPerson, SimulatedBoard } from "../../../../tests/support/simulated-board";
import { cardState } from "./board.card-state";
import * as context from "./board.context";
import { newPendingChange, type PendingChange, sortColumns } from "../pending/task-changes";
import { acknowledgeChange, type SendReply } from "../pending/task-queue.rules";
import { indexOf, positionOf } from "../pending/card-position";
import type { BoardSnapshot } from "./useBoard";

const simulation = new SimulatedBoard(3);
const [columnId, nextColumnId] = simulation.columnIds as [number, number];
const [first, second, third] = simulation.taskIds(columnId) as [number, number, number];
const server: Board = boardFromReply(simulation.read());
const task = (id: number) => taskById(server, id) as BoardTask;
const me = 1;

const open = (overrides: Partial<context.BoardContext> = {}): context.BoardContext => {
  const board = { ...context.emptyContext(12, me), server, connection: "live" as const, ...overrides };
  return { ...board, ...context.recomputeDrawn(board, {}) };
};
const move = (overrides: Partial<PendingChange> = {}) =>
  ({
    ...newPendingChange,
    id: "move",
    kind: "move",
    taskId: first,
    to: { columnId: nextColumnId, beforeId: null, afterId: null },
    task: task(first),
    version: 1,
    answer: null,
    ...overrides,
  }) as PendingChange;
const change = (overrides: object = {}) =>
  ({
    ...newPendingChange,
    id: "change",
    kind: "change",
    changes: [{ id: first, version: 1, title: "New" }],
    undoing: false,
    cards: [],
    answer: null,
    ...overrides,
  }) as PendingChange;
const personAt = (id: number, focus: number, dragging: boolean) =>
  ({ ...simulatedPerson(id), focus, dragging }) as unknown as PresentUser;

let revision = server.revision;
const eventOf = (type: string, data: object, actor: number | null = 2, at = ++revision) =>
  ({
    type,
    revision: at,
    at: "2026-11-22T09:00:00Z",
    actor: actor && simulatedPerson(actor),
    data,
  }) as unknown as DomainEvent;
beforeEach(() => (revision = server.revision));

describe("events", () => {
  const updated = (id: number, actor: number | null = 2) =>
    eventOf("task.updated", { id, project_id: 12, version: 2, title: "Other" }, actor);

  test("events that aren't next are dropped, and gaps are detected only after them", () => {
    const board = open();
    const next = eventOf("task.updated", { id: first, version: 2, title: "Other" });
    const after = context.withEvents(board, [eventOf("task.deleted", { id: second }, 2, server.revision), next]);
    expect(after.server?.revision).toBe(server.revision + 1);
    expect(after.server && taskById(after.server, second)).toBeDefined();
    const at = (...all: number[]) =>
      context.hasRevisionGap(
        board,
        all.map((one) => eventOf("x", {}, 2, server.revision + one)),
      );
    expect([at(1), at(1, 2), at(-1, 0, 1), at(0), at(), at(2), at(1, 3), at(1, 1, 2)]).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  test("recent changes of other users are shown, except minor or missed ones", () => {
    const changes = (event: DomainEvent, overrides: Partial<context.BoardContext> = {}) =>
      Object.keys(context.withEvents(open(overrides), [event]).changes ?? {}).map(Number);
    expect(changes(updated(first))).toEqual([first]);
    revision = server.revision;
    expect(changes(updated(first, me))).toEqual([]);
    revision = server.revision;
    expect(changes(updated(first, null))).toEqual([first]);
    revision = server.revision;
    expect(changes(updated(first), { connection: "reconnecting" })).toEqual([]);
    revision = server.revision;
    expect(changes(eventOf("task.deleted", { id: first, project_id: 12 }))).toEqual([]);
  });

  test("a change note fades only with its own revision", () => {
    const changes = { [first]: { revision: 9, actor: null, type: "task.updated", arrived: false } as const };
    expect(context.withoutChangeNote(open({ changes }), first, 9)).toEqual({ changes: {} });
    expect(context.withoutChangeNote(open({ changes }), first, 8)).toEqual({});
    expect(context.withoutChangeNote(open({ changes }), second, 9)).toEqual({});
  });

  test("deleted tasks leave the selection; changes of the dragged task are conflicts", () => {
    const board = open({ selected: [first, second] });
    const lifted = { ...board, ...context.startDrag(board, third, "pointer") };
    const after = context.withEvents(lifted, [
      eventOf("task.deleted", { id: first, project_id: 12 }),
      updated(third),
      updated(third, me),
    ]);
    expect(after).toMatchObject({ deletedIds: [first], selected: [second], drag: { conflict: { actor: { id: 2 } } } });
    revision = server.revision;
    expect(context.withEvents(lifted, [updated(second)]).drag?.conflict).toBeNull();
  });
});

describe("dragging", () => {
  test("a lifted card takes selected cards along in board order, except held ones", () => {
    const draggedIds = (overrides: Partial<context.BoardContext>, id = second) =>
      context.startDrag(open(overrides), id, "pointer").drag?.taskIds;
    expect(draggedIds({})).toEqual([second]);
    expect(draggedIds({ selected: [third, first] })).toEqual([second]);
    expect(draggedIds({ selected: [third, second, first] })).toEqual([first, second, third]);
    const present = [personAt(2, first, true), personAt(3, third, false)];
    expect(draggedIds({ selected: [third, second, first], present })).toEqual([second, third]);
    expect(draggedIds({ selected: [second, first], present: [personAt(2, second, true)] })).toEqual([first, second]);
    expect(context.startDrag(open(), 999_999, "pointer")).toEqual({});
  });

  test("a lifted card keeps its origin and detects whether it hovers elsewhere", () => {
    const from = { columnId, beforeId: first, afterId: third };
    const lifted = { ...open(), ...context.startDrag(open(), second, "keyboard") };
    expect(lifted.drag).toMatchObject({ taskId: second, by: "keyboard", lane: null, from, over: from });
    const elsewhere = (place: object, lane: object | null = null) =>
      context.hasDragTargetMoved(lifted, { place: { ...from, ...place }, lane: lane as never });
    expect([
      elsewhere({}),
      elsewhere({ columnId: nextColumnId }),
      elsewhere({ beforeId: null }),
      elsewhere({ afterId: null }),
    ]).toEqual([false, true, true, true]);
    expect(elsewhere({}, { from: "a", to: "b" })).toBe(true);
    expect(context.hasDragTargetMoved(open(), { place: from })).toBe(false);
    expect(context.updateDragTarget(open(), { place: from })).toEqual({ drag: null });
  });

  test("a lifted card adopts version and id from the user's accepted changes only", () => {
    const lifted = (pending: PendingChange) => {
      const board = open({ pendingChanges: [pending] });
      return { ...board, ...context.startDrag(board, first, "pointer") };
    };
    const landed = { kind: "move", task_status_id: nextColumnId, rank: "a5", version: 8, progress: 0 } as const;
    const accepted = (pending: PendingChange, answer: SendReply) =>
      context.withPending(lifted(pending), acknowledgeChange([pending], pending.id, answer), false);
    const version = (pending: PendingChange, answer: SendReply) => accepted(pending, answer).drag?.version;
    expect(version(move({ state: "sent" }), landed)).toBe(8);
    expect(version(move({ state: "sent", taskId: second } as never), landed)).toBe(1);
    expect(version(move({ state: "sent" }), { kind: "yes" })).toBe(1);
    expect(version(change({ state: "sent" }), { kind: "changed", tasks: [{ id: first, version: 6 } as never] })).toBe(
      6,
    );
    expect(version(change({ state: "sent" }), { kind: "changed", tasks: [{ id: second, version: 6 } as never] })).toBe(
      1,
    );
    const createdTask = { ...task(first), id: 77, version: 3 };
    const create = { ...move({ state: "sent" }), kind: "create", seenId: null } as unknown as PendingChange;
    expect(accepted(create, { kind: "task", task: createdTask }).drag).toMatchObject({
      taskId: 77,
      taskIds: [77],
      version: 3,
    });
  });
});

test("a position is resolved by the card above, else the one below, else an end", () => {
  const at = (beforeId: number | null, afterId: number | null) => indexOf([5, 6, 7], { columnId, beforeId, afterId });
  expect([
    at(5, 6),
    at(7, null),
    at(null, 5),
    at(null, 7),
    at(9, 6),
    at(9, 8),
    at(9, null),
    at(null, 9),
    at(null, null),
  ]).toEqual([1, 3, 0, 2, 1, 3, 3, 0, 3]);
  expect([positionOf(3, [5, 6], 0), positionOf(3, [5, 6], 1), positionOf(3, [5, 6], 2)]).toEqual([
    { columnId: 3, beforeId: null, afterId: 5 },
    { columnId: 3, beforeId: 5, afterId: 6 },
    { columnId: 3, beforeId: 6, afterId: null },
  ]);
});

test("a card shows its holder, readers, and waiting or refused changes", () => {
  const stateOf = (overrides: Partial<context.BoardContext>, waits = true, id = first) =>
    cardState({ context: { ...open(overrides), waiting: waits } } as unknown as BoardSnapshot, id);
  const quiet = {
    holder: undefined,
    reader: undefined,
    moreReaders: 0,
    open: false,
    waiting: false,
    refused: undefined,
  };
  expect(stateOf({})).toMatchObject({ ...quiet, inHand: false, blocked: false, selected: false, task: { id: first } });
  const present = [
    personAt(2, first, true),
    personAt(3, first, false),
    personAt(4, first, false),
    personAt(5, second, true),
  ];
  expect(stateOf({ present })).toMatchObject({ holder: { id: 2 }, reader: { id: 3 }, moreReaders: 1 });
  expect(stateOf({ present }, true, third)).toMatchObject(quiet);
  const waiting = (state: PendingChange["state"], waits = true) =>
    stateOf({ pendingChanges: [move({ state })] }, waits).waiting;
  expect([waiting("waiting"), waiting("sent"), waiting("done"), waiting("refused"), waiting("waiting", false)]).toEqual(
    [true, true, false, false, false],
  );
  expect(stateOf({ pendingChanges: [move()] }, true, second).waiting).toBe(false);
  expect(stateOf({ pendingChanges: [move({ state: "refused" })] }).refused?.id).toBe("move");
  expect(stateOf({ open: first, selected: [first], ...context.startDrag(open(), first, "pointer") })).toMatchObject({
    open: true,
    selected: true,
    inHand: true,
  });
  expect(stateOf({ open: second, selected: [second] })).toMatchObject({ open: false, selected: false });
});

test("sorting columns keeps all ids and puts the named ones in the given order", () => {
  const order = fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 7 });
  fc.assert(
    fc.property(order, order, (present, requestedIds) => {
      const sorted = sortColumns(present, requestedIds);
      expect(sorted.toSorted((a, b) => a - b)).toEqual(present.toSorted((a, b) => a - b));
      expect(sorted.filter((id) => requestedIds.includes(id))).toEqual(
        requestedIds.filter((id) => present.includes(id)),
      );
      present.forEach((id, at) => {
        if (requestedIds.includes(id)) return;
        const before = present[at - 1];
        expect(sorted[sorted.indexOf(id) - 1]).toBe(before);
      });
    }),
  );
});
