import type { BoardTargets, CardReader, CardValues } from "./card-values";
import type { ImportedCard } from "./imported-board";

/** A stay of a task in a column, for the analytics of the project. */
export interface ImportedStay {
  import_id: number;
  column_id: number;
  /** In the archive; the column is the one it came from. */
  archived: boolean;
  entered_at: string;
}

/** Derives the stays of a task from its card. Their times are in order and not after the import. */
export class StayReader {
  private readonly importedAt = new Date();
  private readonly firstColumnId: number | undefined;

  constructor(
    private readonly importId: number,
    private readonly targets: BoardTargets,
    private readonly reader: CardReader,
  ) {
    this.firstColumnId = [...targets.columnKinds].find(([, kind]) => kind === "todo")?.[0];
  }

  /**
   * Stays of a new task. Without moves in the file, a card that isn't to do has been in the first column since its creation, and is in its
   * own since it was done, or since the import.
   */
  staysOf(card: ImportedCard, { column_id, archived }: CardValues): ImportedStay[] {
    const { columnIds, columnKinds } = this.targets;
    const createdAt = this.reader.instantOf(card.createdAt);
    const completedAt = this.reader.instantOf(card.completedAt ?? null);
    const kind = columnKinds.get(column_id);
    const moves = (card.moves ?? []).flatMap(({ columnId, at }) => {
      const id = columnIds.get(columnId);
      return id === undefined ? [] : [{ id, at }];
    });
    if (moves.length === 0 && kind !== "todo" && this.firstColumnId !== undefined && createdAt !== null)
      moves.push({ id: this.firstColumnId, at: createdAt });
    if (moves.at(-1)?.id !== column_id) {
      const enteredAt = kind === "done" ? completedAt : moves.length === 0 ? createdAt : null;
      moves.push({ id: column_id, at: enteredAt ?? this.importedAt.toISOString() });
    }
    const stays = moves.map(({ id, at }) => ({ column_id: id, archived: false, entered_at: at }));
    if (archived) {
      const archivedAt = this.reader.instantOf(card.archivedAt ?? null);
      stays.push({ column_id, archived: true, entered_at: archivedAt ?? this.importedAt.toISOString() });
    }
    return this.inOrder(stays);
  }

  /** Stays of a task that an update moved, archived or took out of the archive. */
  stayOfUpdate({ column_id, archived }: Pick<CardValues, "column_id" | "archived">): ImportedStay {
    return { import_id: this.importId, column_id, archived, entered_at: this.importedAt.toISOString() };
  }

  private inOrder(stays: readonly Omit<ImportedStay, "import_id">[]): ImportedStay[] {
    const latestMs = this.importedAt.getTime();
    let earliestMs = 0;
    return stays.map((stay) => {
      earliestMs = Math.max(earliestMs, Math.min(Date.parse(stay.entered_at) || latestMs, latestMs));
      return { import_id: this.importId, ...stay, entered_at: new Date(earliestMs).toISOString() };
    });
  }
}
