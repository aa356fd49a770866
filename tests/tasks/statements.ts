import pg from "pg";

/** What the calls that matter most may cost: every message to the database counts, BEGIN and COMMIT as well. */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
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
