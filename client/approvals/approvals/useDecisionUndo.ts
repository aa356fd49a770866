import { undoDecision } from "../../../shared/approvals/approvals/approvals.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { ProblemError } from "../../platform/problem-error";
import type { UndoStep } from "../../undo/history";
import { undoMs } from "../../ui/toast/toast";
import { undoableMutation } from "../../undo/undoable-mutation";

interface Decided {
  /** Toast text, such as "Approved: Amira Haddad, Annual leave". */
  text: string;
  ids: readonly number[];
  /** Keys of list rows that don't contain the request's id; see `Step.rows`. */
  rows?: readonly string[];
  /** Redoes the decision with the version that the undo has created. */
  again(id: number, version: number): Promise<unknown>;
}

/**
 * Mutation options that make a decision undoable for some seconds, also by Ctrl+Z. Notifications are sent only after that time. `decidedOf`
 * returns the decision from the response, or null if nothing was decided.
 */
export const useDecisionUndo = () => decisionUndo;

const decisionUndo = <Reply, Input>(text: string, decidedOf: (reply: Reply, input: Input) => Decided | null) =>
  undoableMutation(text, (reply: Reply, input: Input) => {
    const decided = decidedOf(reply, input);
    return decided && decisionUndoStep(decided);
  });

export const requestRowKey = (id: number): string => `request ${id}`;

export const decisionUndoStep = (decided: Decided): UndoStep => ({
  text: decided.text,
  rows: { keys: [...decided.ids.map(requestRowKey), ...(decided.rows ?? [])], until: Date.now() + undoMs },
  async undo() {
    const versions = new Map<number, number>();
    const refusals: ProblemError[] = [];
    for (const id of decided.ids) {
      try {
        const { data } = await call(undoDecision, { params: { id } });
        versions.set(id, data.version);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refusals.push(error);
      }
    }
    // One decision that can't be undone any more doesn't keep the others.
    const [refusal] = refusals;
    if (refusal && versions.size === 0) throw refusal;
    if (refusal) reportFailure(refusal);
    return redoStepOf(decided, versions);
  },
});

const redoStepOf = (decided: Decided, versions: ReadonlyMap<number, number>): UndoStep => ({
  text: decided.text,
  async undo() {
    for (const [id, version] of versions) await decided.again(id, version);
    return decisionUndoStep(decided);
  },
});
