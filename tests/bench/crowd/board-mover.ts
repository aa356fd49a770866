import { setTimeout as delay } from "node:timers/promises";
import type { SeededPerson } from "../../support/seed";
import type { CrowdBoard, TestSite } from "../jobs";
import { RawConnection } from "../raw-http";

/** Moves cards on one board after the other, each by one of the board's members, even while the server is down. */
export class BoardMover {
  moves = 0;
  unanswered = 0;
  private running = true;
  private readonly turns = new Map<CrowdBoard, number>();
  private readonly connections = new Map<CrowdBoard, RawConnection>();
  private readonly under = new Map<CrowdBoard, Promise<unknown>>();

  constructor(
    private readonly site: TestSite,
    private readonly boards: readonly CrowdBoard[],
  ) {}

  /** Sends `rate` moves a second over all boards until `stop`; skips a board whose last move is unanswered. */
  async steadily(rate: number): Promise<void> {
    const began = performance.now();
    for (let count = 0; this.running; count++) {
      await delay(Math.max(0, began + (count * 1_000) / rate - performance.now()));
      const board = this.boards[count % this.boards.length] as CrowdBoard;
      if (this.running && !this.under.has(board)) this.under.set(board, this.answered(board));
    }
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.under.values());
  }

  async onEach(): Promise<void> {
    await Promise.all(
      this.boards.map(async (board) => {
        for (let done = 0; done < 2; ) {
          if (await this.one(board)) done += 1;
          else await delay(20);
        }
      }),
    );
  }

  close(): void {
    this.running = false;
    for (const connection of this.connections.values()) connection.close();
  }

  private one(board: CrowdBoard): Promise<boolean> {
    const done = this.answered(board);
    this.under.set(board, done);
    return done;
  }

  private answered(board: CrowdBoard): Promise<boolean> {
    return this.send(board).finally(() => this.under.delete(board));
  }

  private async send(board: CrowdBoard): Promise<boolean> {
    const { port, host } = this.site;
    const { token } = board.people[0] as SeededPerson;
    const connection = this.connections.get(board) ?? RawConnection.for(port, host, token);
    this.connections.set(board, connection);
    try {
      const { path, body } = this.next(board);
      const { status } = await connection.request("PUT", path, body);
      if (status === 200) this.moves += 1;
      return status === 200;
    } catch {
      this.unanswered += 1;
      this.connections.delete(board);
      return false;
    }
  }

  /** Returns the next call. Each card in turn goes through all columns; only its first move may find it in its column and emit no event. */
  private next(board: CrowdBoard): { path: string; body: string } {
    const turn = this.turns.get(board) ?? 0;
    this.turns.set(board, turn + 1);
    const { columnIds, taskIds } = board.project;
    const cards = taskIds.flat();
    const id = cards[Math.floor(turn / columnIds.length) % cards.length];
    return { path: `/task/${id}/status-update`, body: `{"task_status_id":${columnIds[turn % columnIds.length]}}` };
  }
}
