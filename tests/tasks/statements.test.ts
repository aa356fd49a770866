import pg from "pg";
import { testServer } from "../support/server";
import { newBoard, ok } from "./board";

const server = testServer();

/** What the calls that matter most may cost: every message to the database counts, BEGIN and COMMIT as well. */
async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string; name?: string }];
    sent.push(typeof first === "string" ? first : (first.name ?? first.text ?? ""));
    return send.apply(this, args);
  } as never;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = send as never;
  }
  return sent;
}

test("reading a board takes four", async () => {
  const board = await newBoard(await server.world());
  const statements = await statementsOf(async () => ok(await board.member.get(`/project/${board.id}/task_tatus`)));
  expect(statements.length).toBeLessThanOrEqual(4);
});

test("a move takes eight, however many cards there are", async () => {
  const board = await newBoard(await server.world(), { cards: [5, 5, 0] });
  const statements = await statementsOf(async () => {
    const body = { task_status_id: board.columns[1], before_id: board.tasks[1]?.[2], version: 1 };
    ok(await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, body));
  });
  expect(statements.length).toBeLessThanOrEqual(8);
});
