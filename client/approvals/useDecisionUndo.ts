import { undoDecision } from "../../shared/approvals/approvals.contract";
import { call } from "../platform/api";
import type { Step } from "../undo/history";
import { undoable } from "../undo/undoable";

interface Decided {
  /** "Approved: Amira Haddad, Annual leave" */
  text: string;
  ids: readonly number[];
  /** The same decision again, on the version that undoing has left. */
  again(id: number, version: number): Promise<unknown>;
}

/**
 * Options for a call that decides: for some seconds, and by Ctrl+Z, it can be undone; nobody has been told until then.
 * `decidedOf` says what was decided, once it is answered; null where nothing was.
 */
export const useDecisionUndo = () => decisionUndo;

const decisionUndo = <Reply, Input>(text: string, decidedOf: (reply: Reply, input: Input) => Decided | null) =>
  undoable(text, (reply: Reply, input: Input) => {
    const decided = decidedOf(reply, input);
    return decided && decisionStep(decided);
  });

const decisionStep = (decided: Decided): Step => ({
  text: decided.text,
  async undo() {
    const versions = new Map<number, number>();
    for (const id of decided.ids) {
      const { data } = await call(undoDecision, { params: { id } });
      versions.set(id, data.version);
    }
    return redoing(decided, versions);
  },
});

const redoing = (decided: Decided, versions: ReadonlyMap<number, number>): Step => ({
  text: decided.text,
  async undo() {
    for (const [id, version] of versions) await decided.again(id, version);
    return decisionStep(decided);
  },
});
