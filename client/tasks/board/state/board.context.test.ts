import fc from "fast-check";
import type { DomainEvent } from "../../../../shared/domain-events";
import type { PresentUser } from "../../../../shared/kernel/streams";
import { boardOf, type Board, taskOf } from "../../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { person, StoryWorld } from "../../../../tests/support/board-world";
import { cardState } from "./board.card-state";
import * as context from "./board.context";
import { fresh, type PendingChange, sortedBy } from "./board.pending";
import { indexOf, placeOf } from "./board.place";
import type { BoardSnapshot } from "./useBoard";

const story = new StoryWorld(3);
const [columnId, nextColumnId] = story.columnIds as [number, number];
const [first, second, third] = story.taskIds(columnId) as [number, number, number];
const server: Board = boardOf(story.read());
const task = (id: number) => taskOf(server, id) as BoardTask;
const me = 1;

const open = (more: Partial<context.BoardContext> = {}): context.BoardContext => {
  const board = { ...context.emptyContext(12, me), server, connection: "live" as const, ...more };
  return { ...board, ...context.drawnWith(board, {}) };
};
const move = (more: Partial<PendingChange> = {}) =>
  ({
    ...fresh,
    id: "move",
    kind: "move",
    taskId: first,
    to: { columnId: nextColumnId, beforeId: null, afterId: null },
    task: task(first),
    version: 1,
    answer: null,
    ...more,
  }) as PendingChange;
const change = (more: object = {}) =>
  ({
    ...fresh,
    id: "change",
    kind: "change",
    changes: [{ id: first, version: 1, title: "New" }],
    undoing: false,
    cards: [],
    answer: null,
    ...more,
  }) as PendingChange;
const held = (id: number, focus: number, dragging: boolean) =>
  ({ ...person(id), focus, dragging }) as unknown as PresentUser;

let revision = server.revision;
const told = (type: string, data: object, actor: number | null = 2, at = ++revision) =>
  ({ type, revision: at, at: "2026-11-22T09:00:00Z", actor: actor && person(actor), data }) as unknown as DomainEvent;
beforeEach(() => (revision = server.revision));

describe("when the network is away", () => {
  test("nothing is sent, nothing changes", () => {
    expect(context.unreached(open())).toEqual({});
    expect(context.accepted(open(), { kind: "yes" })).toEqual({});
  });

  test("what was sent waits again, a change of several cards too; what takes something back is given up", () => {
    for (const pending of [move({ state: "sent" }), change({ state: "sent" })]) {
      const after = context.unreached(open({ pendingChanges: [pending, move({ id: "later" })] }));
      expect([after.givenUp, after.pendingChanges?.map(({ id, state }) => [id, state])]).toEqual([
        undefined,
        [
          [pending.id, "waiting"],
          ["later", "waiting"],
        ],
      ]);
    }
    const back = change({ state: "sent", undoing: true });
    const after = context.unreached(open({ pendingChanges: [back, move({ id: "later" })] }));
    expect([after.givenUp, after.pendingChanges?.map(({ id }) => id)]).toEqual(["change", ["later"]]);
    expect(after.drawn && taskOf(after.drawn, first)?.title).toBe(task(first).title);
  });
});

describe("events", () => {
  const updated = (id: number, actor: number | null = 2) =>
    told("task.updated", { id, project_id: 12, version: 2, title: "Other" }, actor);

  test("those that aren't the next one are dropped; a hole is seen, what was there before is none", () => {
    const board = open();
    const next = told("task.updated", { id: first, version: 2, title: "Other" });
    const after = context.withEvents(board, [told("task.deleted", { id: second }, 2, server.revision), next]);
    expect(after.server?.revision).toBe(server.revision + 1);
    expect(after.server && taskOf(after.server, second)).toBeDefined();
    const at = (...all: number[]) =>
      context.hasHole(
        board,
        all.map((one) => told("x", {}, 2, server.revision + one)),
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

  test("what others do is said on the card, not one's own, not what isn't worth it, and not what one was away for", () => {
    const changes = (event: DomainEvent, more: Partial<context.BoardContext> = {}) =>
      Object.keys(context.withEvents(open(more), [event]).changes ?? {}).map(Number);
    expect(changes(updated(first))).toEqual([first]);
    revision = server.revision;
    expect(changes(updated(first, me))).toEqual([]);
    revision = server.revision;
    expect(changes(updated(first, null))).toEqual([first]);
    revision = server.revision;
    expect(changes(updated(first), { connection: "reconnecting" })).toEqual([]);
    revision = server.revision;
    expect(changes(told("task.deleted", { id: first, project_id: 12 }))).toEqual([]);
  });

  test("a sentence fades with its own number alone", () => {
    const changes = { [first]: { revision: 9, actor: null, type: "task.updated", arrived: false } as const };
    expect(context.faded(open({ changes }), first, 9)).toEqual({ changes: {} });
    expect(context.faded(open({ changes }), first, 8)).toEqual({});
    expect(context.faded(open({ changes }), second, 9)).toEqual({});
  });

  test("what goes is remembered and leaves the selection, who touches what one holds is known", () => {
    const board = open({ selected: [first, second] });
    const lifted = { ...board, ...context.lift(board, third, "pointer") };
    const after = context.withEvents(lifted, [
      told("task.deleted", { id: first, project_id: 12 }),
      updated(third),
      updated(third, me),
    ]);
    expect(after).toMatchObject({ gone: [first], selected: [second], hand: { conflict: { actor: { id: 2 } } } });
    revision = server.revision;
    expect(context.withEvents(lifted, [updated(second)]).hand?.conflict).toBeNull();
  });
});

describe("the hand", () => {
  test("takes a card with the selected ones in the board's order, but those that another holds or nobody knows yet", () => {
    const taken = (more: Partial<context.BoardContext>, id = second) =>
      context.lift(open(more), id, "pointer").hand?.taskIds;
    expect(taken({})).toEqual([second]);
    expect(taken({ selected: [third, first] })).toEqual([second]);
    expect(taken({ selected: [third, second, first] })).toEqual([first, second, third]);
    const present = [held(2, first, true), held(3, third, false)];
    expect(taken({ selected: [third, second, first], present })).toEqual([second, third]);
    expect(taken({ selected: [second, first], present: [held(2, second, true)] })).toEqual([first, second]);
    expect(context.lift(open(), 999_999, "pointer")).toEqual({});
  });

  test("knows where it is from, and whether it hovers elsewhere", () => {
    const from = { columnId, beforeId: first, afterId: third };
    const lifted = { ...open(), ...context.lift(open(), second, "keyboard") };
    expect(lifted.hand).toMatchObject({ taskId: second, by: "keyboard", lane: null, from, over: from });
    const elsewhere = (place: object, lane: object | null = null) =>
      context.hoversElsewhere(lifted, { place: { ...from, ...place }, lane: lane as never });
    expect([
      elsewhere({}),
      elsewhere({ columnId: nextColumnId }),
      elsewhere({ beforeId: null }),
      elsewhere({ afterId: null }),
    ]).toEqual([false, true, true, true]);
    expect(elsewhere({}, { from: "a", to: "b" })).toBe(true);
    expect(context.hoversElsewhere(open(), { place: from })).toBe(false);
    expect(context.hover(open(), { place: from })).toEqual({ hand: null });
  });

  test("leans on one's own changes that were accepted meanwhile: their version, their task, nobody else's", () => {
    const lifted = (pending: PendingChange) => {
      const board = open({ pendingChanges: [pending] });
      return { ...board, ...context.lift(board, first, "pointer") };
    };
    const landed = { kind: "move", task_status_id: nextColumnId, rank: "a5", version: 8, progress: 0 } as const;
    const version = (pending: PendingChange, answer: Parameters<typeof context.accepted>[1]) =>
      context.accepted(lifted(pending), answer).hand?.version;
    expect(version(move({ state: "sent" }), landed)).toBe(8);
    expect(version(move({ state: "sent", taskId: second } as never), landed)).toBe(1);
    expect(version(move({ state: "sent" }), { kind: "yes" })).toBe(1);
    expect(version(change({ state: "sent" }), { kind: "changed", tasks: [{ id: first, version: 6 } as never] })).toBe(
      6,
    );
    expect(version(change({ state: "sent" }), { kind: "changed", tasks: [{ id: second, version: 6 } as never] })).toBe(
      1,
    );
    const made = { ...task(first), id: 77, version: 3 };
    const create = { ...move({ state: "sent" }), kind: "create", seen: null } as unknown as PendingChange;
    expect(context.accepted(lifted(create), { kind: "task", task: made }).hand).toMatchObject({
      taskId: 77,
      taskIds: [77],
      version: 3,
    });
  });
});

test("a place among cards that have changed since: by the card above, else by the one below, else an end", () => {
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
  expect([placeOf(3, [5, 6], 0), placeOf(3, [5, 6], 1), placeOf(3, [5, 6], 2)]).toEqual([
    { columnId: 3, beforeId: null, afterId: 5 },
    { columnId: 3, beforeId: 5, afterId: 6 },
    { columnId: 3, beforeId: 6, afterId: null },
  ]);
});

test("a card says who holds it, who reads it and how many more, what waits and what was refused", () => {
  const shown = (more: Partial<context.BoardContext>, waits = true, id = first) =>
    cardState({ context: open(more), hasTag: () => waits } as unknown as BoardSnapshot, id);
  const quiet = {
    holder: undefined,
    reader: undefined,
    moreReaders: 0,
    open: false,
    waiting: false,
    refused: undefined,
  };
  expect(shown({})).toMatchObject({ ...quiet, inHand: false, blocked: false, selected: false, task: { id: first } });
  const present = [held(2, first, true), held(3, first, false), held(4, first, false), held(5, second, true)];
  expect(shown({ present })).toMatchObject({ holder: { id: 2 }, reader: { id: 3 }, moreReaders: 1 });
  expect(shown({ present }, true, third)).toMatchObject(quiet);
  const waiting = (state: PendingChange["state"], waits = true) =>
    shown({ pendingChanges: [move({ state })] }, waits).waiting;
  expect([waiting("waiting"), waiting("sent"), waiting("done"), waiting("refused"), waiting("waiting", false)]).toEqual(
    [true, true, false, false, false],
  );
  expect(shown({ pendingChanges: [move()] }, true, second).waiting).toBe(false);
  expect(shown({ pendingChanges: [move({ state: "refused" })] }).refused?.id).toBe("move");
  expect(shown({ open: first, selected: [first], ...context.lift(open(), first, "pointer") })).toMatchObject({
    open: true,
    selected: true,
    inHand: true,
  });
  expect(shown({ open: second, selected: [second] })).toMatchObject({ open: false, selected: false });
});

test("sorted columns are all there once: the named ones in their order, others behind the one they stood behind", () => {
  const order = fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 7 });
  fc.assert(
    fc.property(order, order, (present, wanted) => {
      const sorted = sortedBy(present, wanted);
      expect(sorted.toSorted((a, b) => a - b)).toEqual(present.toSorted((a, b) => a - b));
      expect(sorted.filter((id) => wanted.includes(id))).toEqual(wanted.filter((id) => present.includes(id)));
      present.forEach((id, at) => {
        if (wanted.includes(id)) return;
        const before = present[at - 1];
        expect(sorted[sorted.indexOf(id) - 1]).toBe(before);
      });
    }),
  );
});
