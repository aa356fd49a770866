import type { DomainEvent } from "../../kernel/events";
import fc from "fast-check";
import { Sequencer } from "../../kernel/streams";
import { type Board, boardFromReply, taskById, taskIdsInColumn } from "./tasks.board";
import { applyEvent, applyEvents } from "./tasks.board-events";
import { BoardSimulation } from "../../../tests/support/board-simulation";
import { type SimulationStep, simulationSteps } from "../../../tests/support/board-simulation.steps";
import { recordsOfTable } from "./tasks.table";

const eventsOf = (simulation: BoardSimulation, changes: readonly SimulationStep[]) =>
  changes.flatMap((step) => simulation.apply(step));

describe("a board updated by events", () => {
  it("a board updated by events equals a newly read board after each event", () => {
    fc.assert(
      fc.property(fc.array(simulationSteps, { maxLength: 60 }), (changes) => {
        const simulation = new BoardSimulation();
        let board = boardFromReply(simulation.read());
        for (const step of changes) {
          for (const event of simulation.apply(step)) board = applyEvent(board, event);
          expect(board).toEqual(boardFromReply(simulation.read()));
        }
      }),
      { numRuns: 120 },
    );
  });

  it("a board equals a newly read one despite duplicate, reordered or lost events", () => {
    const deliveryLists = fc.array(fc.record({ at: fc.nat(), twice: fc.boolean(), lost: fc.boolean() }), {
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(fc.array(simulationSteps, { minLength: 1, maxLength: 40 }), deliveryLists, (changes, deliveries) => {
        const simulation = new BoardSimulation();
        let board = boardFromReply(simulation.read());
        const log = eventsOf(simulation, changes);
        let requestedSince: number | null = null;
        const sequencer = new Sequencer({
          since: board.revision,
          onGap: (since) => (requestedSince = since),
          setTimer: () => 0,
          clearTimer: () => undefined,
        });
        const deliver = (events: readonly DomainEvent[]) => {
          board = applyEvents(board, sequencer.push(events) as DomainEvent[]);
        };
        const arriving = log
          .flatMap((event, at) => {
            const delivery = deliveries[at % deliveries.length] as { at: number; twice: boolean; lost: boolean };
            return delivery.lost
              ? []
              : [
                  { event, at: (at + delivery.at) % log.length },
                  ...(delivery.twice ? [{ event, at: delivery.at % log.length }] : []),
                ];
          })
          .sort((a, b) => a.at - b.at);
        for (const { event } of arriving) deliver([event]);
        expect(requestedSince).toBeNull();
        deliver(log.filter((event) => event.revision > sequencer.revision)); // the replay of missed events
        expect(board).toEqual(boardFromReply(simulation.read()));
      }),
      { numRuns: 200 },
    );
  });

  it("a board ignores events that are already applied", () => {
    const simulation = new BoardSimulation();
    const log = eventsOf(simulation, [{ kind: "move", task: 0, column: 1, at: 0 }]);
    const board = boardFromReply(simulation.read());
    expect(applyEvents(board, log)).toBe(board);
  });
});

describe("structural sharing", () => {
  const large = (): Board => {
    const simulation = new BoardSimulation(1_000);
    return boardFromReply(simulation.read());
  };

  it("an event keeps the identity of unchanged cards", () => {
    const simulation = new BoardSimulation(1_000);
    const before = boardFromReply(simulation.read());
    const [event] = simulation.apply({ kind: "update", task: 7, title: "Another title", user: 1 });
    const after = applyEvent(before, event as DomainEvent);
    const changed = recordsOfTable(after.tasks).filter((task) => taskById(before, task.id) !== task);
    expect(changed).toHaveLength(1);
    expect(after.order).toBe(before.order);
    expect(after.columns).toBe(before.columns);
  });

  it("a move keeps the lists of columns that it does not affect", () => {
    const simulation = new BoardSimulation(1_000);
    const before = boardFromReply(simulation.read());
    const [event] = simulation.apply({ kind: "move", task: 0, column: 1, at: 3 });
    const after = applyEvent(before, event as DomainEvent);
    expect(taskIdsInColumn(after, simulation.columnIds[2] as number)).toBe(
      taskIdsInColumn(before, simulation.columnIds[2] as number),
    );
    expect(taskIdsInColumn(after, simulation.columnIds[1] as number)).not.toBe(
      taskIdsInColumn(before, simulation.columnIds[1] as number),
    );
  });

  it("applyEvent never mutates a board", () => {
    const freeze = (value: unknown): void => {
      if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      for (const inner of Object.values(value)) freeze(inner);
    };
    fc.assert(
      fc.property(fc.array(simulationSteps, { maxLength: 25 }), (changes) => {
        const simulation = new BoardSimulation();
        let board = boardFromReply(simulation.read());
        for (const step of changes) {
          for (const event of simulation.apply(step)) {
            freeze(board);
            board = applyEvent(board, event); // a write to the frozen board would throw
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it("events about unknown records leave the board's content unchanged", () => {
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
