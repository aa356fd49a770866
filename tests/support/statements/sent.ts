import pg from "pg";

/** A statement as it is sent: what has no name is called as it reads. */
export interface Sent {
  text: string;
  name: string;
  values: unknown[];
}

export type Send = (...args: unknown[]) => Promise<pg.QueryResult>;

function sentOf([first, second]: unknown[]): Sent {
  if (typeof first === "string") return { text: first, name: first, values: Array.isArray(second) ? second : [] };
  const { text = "", name, values = [] } = first as { text?: string; name?: string; values?: unknown[] };
  return { text, name: name || text, values };
}

/**
 * Runs this, and hands over each message to the database that it sends, BEGIN and COMMIT as well, just before. `send` sends others on the same
 * connection, which aren't handed over; what is answered with is called once the message itself has been sent.
 */
export async function onEachSent(
  run: () => Promise<unknown>,
  meet: (client: pg.Client, sent: Sent, send: Send) => (() => void) | undefined,
): Promise<void> {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function sending(this: pg.Client, ...args: unknown[]) {
    const then = meet(this, sentOf(args), (...others) => query.apply(this, others) as Promise<pg.QueryResult>);
    const answer = query.apply(this, args);
    then?.();
    return answer;
  } as never;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = query as never;
  }
}

/** What the calls that matter most may cost: every message to the database counts. */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  await onEachSent(run, (_, { name }) => {
    sent.push(name);
    return undefined;
  });
  return sent;
}
