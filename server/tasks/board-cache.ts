/**
 * The cards of boards as they were last read, as JSON. Whoever uses one has asked the database in the same snapshot
 * whether the project's stream is still where it was then: every change of what a card or a column shows is an event on
 * that stream, so an equal mark means equal cards. Nothing is ever invalidated.
 */
export class BoardCache {
  /** In the order in which they were last used. */
  private readonly boards = new Map<string, CachedBoard>();
  private size = 0;

  /** `limit` in characters, over all boards. */
  constructor(private readonly limit: number) {}

  get(key: string): CachedBoard | undefined {
    const board = this.boards.get(key);
    if (board) {
      this.boards.delete(key);
      this.boards.set(key, board);
    }
    return board;
  }

  set(key: string, board: CachedBoard): void {
    this.drop(key);
    if (board.columns.length > this.limit / 4) return;
    this.boards.set(key, board);
    this.size += board.columns.length;
    for (const oldest of this.boards.keys()) {
      if (this.size <= this.limit) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.size -= this.boards.get(key)?.columns.length ?? 0;
    this.boards.delete(key);
  }
}

export interface CachedBoard {
  /** Revision of the project's stream and the moment of its last event: a restored backup may count to the same number again. */
  mark: string;
  columns: string;
}
