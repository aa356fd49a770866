import { undoDecision } from "../../shared/approvals/approvals.contract";
import { call } from "../platform/api";
import type { Step } from "../undo/history";

interface Decided {
  /** "Approved: Amira Haddad, Annual leave" */
  text: string;
  ids: readonly number[];
  /** The same decision again, on the version that undoing has left. */
  again(id: number, version: number): Promise<unknown>;
}

/** A decision that was taken: for some seconds, and by Ctrl+Z, it can be undone; nobody has been told until then. */
export const decisionStep = (decided: Decided): Step => ({
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
