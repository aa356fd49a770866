import pg from "pg";

/** A sent statement; an unnamed one has its text as name. */
export interface SentStatement {
  text: string;
  name: string;
  values: unknown[];
}

export type SendStatement = (...args: unknown[]) => Promise<pg.QueryResult>;

function sentOf([first, second]: unknown[]): SentStatement {
  if (typeof first === "string") return { text: first, name: first, values: Array.isArray(second) ? second : [] };
  const { text = "", name, values = [] } = first as { text?: string; name?: string; values?: unknown[] };
  return { text, name: name || text, values };
}

/**
 * Executes `run` and calls `meet` just before each database message, including BEGIN and COMMIT. `send` sends other statements on the same
 * connection without calling `meet`; a function returned by `meet` is called after the message is sent.
 */
export async function onEachStatement(
  run: () => Promise<unknown>,
  meet: (client: pg.Client, sent: SentStatement, send: SendStatement) => (() => void) | undefined,
): Promise<void> {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function interceptedQuery(this: pg.Client, ...args: unknown[]) {
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

export async function recordStatementNames(run: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  await onEachStatement(run, (_, { name }) => {
    sent.push(name);
    return undefined;
  });
  return sent;
}
