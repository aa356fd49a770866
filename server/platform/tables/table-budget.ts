import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { ChildFailure } from "../child-processes";
import { limits } from "../limits/limits";

const tooLarge = "the table has too many cells or characters";

/**
 * Filled cells and characters that may still be read from a table. Counted while reading, because a small file can repeat one long text or
 * number format in all of its cells.
 */
export class TableBudget {
  private cells = limits.importedTable.cells;
  private characters = limits.importedTable.characters;

  /** @throws when the table exceeds the limits. */
  countCell(characters: number): void {
    this.cells -= 1;
    this.characters -= characters;
    if (this.cells < 0 || this.characters < 0) throw new Error(tooLarge);
  }
}

/** The refusal of a file that a child process couldn't read as a table: too large, or `unreadable`. */
export const tableRefusal =
  (field: string, unreadable: string) =>
  ({ reason }: ChildFailure): Problem =>
    reason === tooLarge
      ? new Problem("request.invalid", {
          errors: { [field]: ["field.tableTooLarge"] },
          values: { cells: limits.importedTable.cells, characters: limits.importedTable.characters },
        })
      : invalidFieldProblem(field, unreadable);
