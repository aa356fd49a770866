import fc from "fast-check";
import type { PendingChange } from "../../../client/work/tasks/pending/task-changes";
import { FakeTaskServer, ownUser, otherUser } from "../../support/fake-task-server";
import { testServer } from "../../support/server";
import { newBoard, type TestBoard } from "./board";

const server = testServer();

/**
 * Compares the fake server of the client's tests (tests/support/fake-task-server.ts) with the real one: the same commands succeed or fail
 * with the same code and leave the same board.
 */
interface Command {
  by: "me" | "other";
  task: number;
  kind: "move" | "retitle" | "archive" | "change";
  column: number;
  at: number;
  title: string;
  archived: boolean | undefined;
  /** Number of versions by which the sent version is outdated. */
  behind: number;
  undoing: boolean;
}

const commands = fc.array(
  fc.record<Command>({
    by: fc.constantFrom("me", "other"),
    task: fc.nat({ max: 2 }),
    kind: fc.constantFrom("move", "retitle", "archive", "change"),
    column: fc.nat({ max: 2 }),
    at: fc.nat({ max: 4 }),
    title: fc.constantFrom("Write copy", "Measure"),
    archived: fc.constantFrom(true, false, undefined),
    behind: fc.nat({ max: 2 }),
    undoing: fc.boolean(),
  }),
  { minLength: 20, maxLength: 30 },
);

function commandFor(fake: FakeTaskServer, command: Command): PendingChange {
  const ids = fake.simulation.columnIds.flatMap((column) => first.get(fake)?.get(column) ?? []);
  const taskId = ids[command.task] as number;
  const task = fake.simulation.known(taskId);
  if (!task) throw new Error("Nothing is deleted here");
  const version = Math.max(1, task.version - command.behind);
  const columnId = fake.simulation.columnIds[command.column] as number;
  const others = fake.simulation.taskIds(columnId).filter((id) => id !== taskId);
  const at = command.at % (others.length + 1);
  const to = { columnId, beforeId: others[at - 1] ?? null, afterId: others[at] ?? null };
  const base = { id: "x", state: "sent", attempts: 1, refusal: null, conflict: null } as const;
  if (command.kind === "move") return { ...base, kind: "move", taskId, to, task, version, answer: null };
  if (command.kind === "archive") return { ...base, kind: "archive", taskId, task };
  const fields = command.kind === "retitle" || command.at % 2 === 0 ? { title: command.title } : {};
  const places = command.at % 3 === 0 ? {} : placesOf(to);
  const change =
    command.kind === "retitle"
      ? { id: taskId, version, ...fields }
      : {
          id: taskId,
          version,
          ...fields,
          ...places,
          ...(command.archived === undefined ? {} : { archived: command.archived }),
        };
  return {
    ...base,
    kind: "change",
    changes: [change],
    undoing: command.undoing,
    cards: [],
    answer: null,
  } as PendingChange;
}

const placesOf = ({
  columnId,
  beforeId,
  afterId,
}: {
  columnId: number;
  beforeId: number | null;
  afterId: number | null;
}) => ({
  task_status_id: columnId,
  ...(beforeId === null ? {} : { before_id: beforeId }),
  ...(afterId === null ? {} : { after_id: afterId }),
});

const first = new WeakMap<FakeTaskServer, Map<number, number[]>>();

function newFake(): FakeTaskServer {
  const fake = new FakeTaskServer(1);
  first.set(fake, new Map(fake.simulation.columnIds.map((id) => [id, fake.simulation.taskIds(id)])));
  return fake;
}

function askFake(fake: FakeTaskServer, pending: PendingChange, by: Command["by"]): string {
  try {
    fake.serve(pending, by === "me" ? ownUser : otherUser);
    return "taken";
  } catch (failure) {
    return (failure as { code: string }).code;
  }
}

async function askReal(
  board: TestBoard,
  fake: FakeTaskServer,
  pending: PendingChange,
  by: Command["by"],
): Promise<string> {
  const api = by === "me" ? board.member : board.owner;
  const tasks = new Map(
    [...(first.get(fake)?.values() ?? [])].flat().map((id, at) => [id, board.tasks.flat()[at] as number]),
  );
  const columns = new Map(fake.simulation.columnIds.map((id, at) => [id, board.columns[at] as number]));
  const task = (id: number | null | undefined) => (id === null || id === undefined ? undefined : tasks.get(id));
  const send = () => {
    if (pending.kind === "move") {
      const { to, version } = pending;
      const place = { before_id: task(to.beforeId), after_id: task(to.afterId) };
      return api.put(`/task/${task(pending.taskId)}/status-update`, {
        task_status_id: columns.get(to.columnId),
        ...place,
        version,
      });
    }
    if (pending.kind === "archive") return api.put(`/task/${task(pending.taskId)}/archive`);
    if (pending.kind !== "change") throw new Error("Not asked here");
    const changes = pending.changes.map(({ id, task_status_id, before_id, after_id, ...rest }) => ({
      ...rest,
      id: task(id),
      ...(task_status_id ? { task_status_id: columns.get(task_status_id) } : {}),
      ...(before_id ? { before_id: task(before_id) } : {}),
      ...(after_id ? { after_id: task(after_id) } : {}),
    }));
    return api.post("/task/bulk", { changes, undoing: pending.undoing });
  };
  const { status, body } = await send();
  return status < 300 ? "taken" : (body.code as string);
}

function fakeBoard(fake: FakeTaskServer) {
  const numbers = [...(first.get(fake)?.values() ?? [])].flat();
  return fake.simulation.columnIds.map((column) =>
    fake.simulation.taskIds(column).map((id) => {
      const { title, version, progress } = fake.simulation.known(id) ?? {};
      return { task: numbers.indexOf(id), title: title?.startsWith("Task") ? "" : title, version, progress };
    }),
  );
}

async function realBoard(board: TestBoard) {
  const { data } = await board.read();
  return data.map((column) =>
    column.tasks.map(({ id, title, version, progress }) => {
      return { task: board.tasks.flat().indexOf(id), title: title.startsWith("Card") ? "" : title, version, progress };
    }),
  );
}

test("the fake server accepts, refuses and places tasks like the real one", async () => {
  const world = await server.world();
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const fake = newFake();
      const board = await newBoard(world, { cards: [1, 1, 1] });
      for (const command of list) {
        const pending = commandFor(fake, command);
        const expected = await askReal(board, fake, pending, command.by);
        expect(askFake(fake, pending, command.by)).toBe(expected);
        expect({ command, board: fakeBoard(fake) }).toEqual({ command, board: await realBoard(board) });
        outcomes.add(expected);
      }
    }),
    { numRuns: 10, endOnFailure: true, seed: 20261120 },
  );
  expect([...outcomes].sort()).toEqual(["taken", "task.archived", "task.stale"]);
});
