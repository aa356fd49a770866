import { ProblemError } from "../../../platform/problem-error";

interface DeletionOutcome {
  deletedIds: number[];
  /** The first refusal, or the error that stopped the deletion. */
  error: Error | null;
}

/** Deletes sequentially. Refused tasks are kept and don't stop the others; any other error, for example a lost connection, does. */
export async function deleteTasksInOrder(
  ids: readonly number[],
  deleteTask: (id: number) => Promise<unknown>,
): Promise<DeletionOutcome> {
  const outcome: DeletionOutcome = { deletedIds: [], error: null };
  for (const id of ids) {
    try {
      await deleteTask(id);
      outcome.deletedIds.push(id);
    } catch (error) {
      outcome.error ??= error as Error;
      if (!(error instanceof ProblemError)) break;
    }
  }
  return outcome;
}
