import fc from "fast-check";
import type { DomainEvent } from "../domain-events";
import { Sequencer } from "../kernel/streams";
import { type Board, boardOf, taskOf, tasksIn } from "./tasks.board";
import { applyEvent, applyEvents } from "./tasks.board-events";
import { BoardStory } from "../../tests/support/board-story";
import { type Step, steps } from "../../tests/support/board-story.steps";
import { recordsOf } from "./tasks.table";

const told = (story: BoardStory, changes: readonly Step[]) => changes.flatMap((step) => story.tell(step));

describe("the board brought forward by events", () => {
  it("equals the board that is read again, after every single event", () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (changes) => {
        const story = new BoardStory();
        let board = boardOf(story.read());
        for (const step of changes) {
          for (const event of story.tell(step)) board = applyEvent(board, event);
          expect(board).toEqual(boardOf(story.read()));
        }
      }),
      { numRuns: 120 },
    );
  });

  it("equals it as well when events come twice, in another order, or not at all at first", () => {
    const delivery = fc.array(fc.record({ at: fc.nat(), twice: fc.boolean(), lost: fc.boolean() }), {
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 40 }), delivery, (changes, fates) => {
        const story = new BoardStory();
        let board = boardOf(story.read());
        const log = told(story, changes);
        let asked: number | null = null;
        const sequencer = new Sequencer({
          since: board.revision,
          onGap: (since) => (asked = since),
          setTimer: () => 0,
          clearTimer: () => undefined,
        });
        const deliver = (events: readonly DomainEvent[]) => {
          board = applyEvents(board, sequencer.push(events) as DomainEvent[]);
        };
        const arriving = log
          .flatMap((event, at) => {
            const fate = fates[at % fates.length] as { at: number; twice: boolean; lost: boolean };
            return fate.lost
              ? []
              : [
                  { event, at: (at + fate.at) % log.length },
                  ...(fate.twice ? [{ event, at: fate.at % log.length }] : []),
                ];
          })
          .sort((a, b) => a.at - b.at);
        for (const { event } of arriving) deliver([event]);
        expect(asked).toBeNull(); // nothing is asked for before the patience is over
        deliver(log.filter((event) => event.revision > sequencer.revision)); // the replay
        expect(board).toEqual(boardOf(story.read()));
      }),
      { numRuns: 200 },
    );
  });

  it("isn't moved by events it has seen", () => {
    const story = new BoardStory();
    const log = told(story, [{ kind: "move", task: 0, column: 1, at: 0 }]);
    const board = boardOf(story.read());
    expect(applyEvents(board, log)).toBe(board);
  });
});

describe("sharing", () => {
  const large = (): Board => {
    const story = new BoardStory(1_000);
    return boardOf(story.read());
  };

  it("keeps every card but the changed one the same object", () => {
    const story = new BoardStory(1_000);
    const before = boardOf(story.read());
    const [event] = story.tell({ kind: "update", task: 7, title: "Another title", user: 1 });
    const after = applyEvent(before, event as DomainEvent);
    const changed = recordsOf(after.tasks).filter((task) => taskOf(before, task.id) !== task);
    expect(changed).toHaveLength(1);
    expect(after.order).toBe(before.order);
    expect(after.columns).toBe(before.columns);
  });

  it("keeps the lists of the columns that a move doesn't touch", () => {
    const story = new BoardStory(1_000);
    const before = boardOf(story.read());
    const [event] = story.tell({ kind: "move", task: 0, column: 1, at: 3 });
    const after = applyEvent(before, event as DomainEvent);
    expect(tasksIn(after, story.columnIds[2] as number)).toBe(tasksIn(before, story.columnIds[2] as number));
    expect(tasksIn(after, story.columnIds[1] as number)).not.toBe(tasksIn(before, story.columnIds[1] as number));
  });

  it("never changes a board in place", () => {
    const freeze = (value: unknown): void => {
      if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      for (const inner of Object.values(value)) freeze(inner);
    };
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 25 }), (changes) => {
        const story = new BoardStory();
        let board = boardOf(story.read());
        for (const step of changes) {
          for (const event of story.tell(step)) {
            freeze(board);
            board = applyEvent(board, event); // a frozen board throws when something is written to it
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it("leaves a board as it is for events of things it doesn't hold", () => {
    const board = large();
    const event = {
      revision: board.revision + 1,
      id: 1,
      type: "comment.created",
      actor: null,
      at: "",
      data: { task_id: 999_999 },
    };
    const next = applyEvent(board, event as never);
    expect({ ...next, revision: board.revision }).toEqual(board);
    expect(next.tasks).toBe(board.tasks);
  });
});
