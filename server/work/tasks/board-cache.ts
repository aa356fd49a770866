/**
 * Caches the cards of boards as JSON. A reader checks in its own snapshot that the revision of the project's stream is unchanged. Every
 * change of a card or column is an event on that stream, so an equal mark means equal cards and no invalidation is needed.
 */
export class BoardCache {
  /** Boards by key, ordered by last use. */
  private readonly boards = new Map<string, CachedBoard>();
  private size = 0;

  /** `limit` is the number of characters over all boards. */
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
  /** Position in the project's stream: its revision and the epoch, because revisions recur after a restore. */
  mark: string;
  columns: string;
}
