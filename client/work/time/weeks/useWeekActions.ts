import {
  approveWeek,
  reopenWeek,
  undoWeekApproval,
  type TimesheetWeek,
} from "../../../../shared/work/time/week.contract";
import { call } from "../../../platform/api";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import type { UndoStep } from "../../../undo/history";
import { undoableMutation } from "../../../undo/undoable-mutation";
import { toast, undoMs } from "../../../ui/toast/toast";

type WeekRef = Pick<TimesheetWeek, "monday" | "user" | "submitted_at">;

export const weekRowKey = ({ monday, user }: Pick<WeekRef, "monday" | "user">): string => `week ${user.id} ${monday}`;

const input = ({ monday, user }: WeekRef) => ({ params: { monday }, body: { user_id: user.id } });

/** Names the submission that the user has seen, so that a later one isn't approved unseen. */
const approvalInput = (week: WeekRef) => {
  const { params, body } = input(week);
  return { params, body: { ...body, ...(week.submitted_at !== null && { submitted_at: week.submitted_at }) } };
};

const approvedStep = (week: WeekRef, text: string): UndoStep => ({
  text,
  rows: { keys: [weekRowKey(week)], until: Date.now() + undoMs },
  async undo() {
    await call(undoWeekApproval, input(week));
    const again = async () => {
      await call(approveWeek, approvalInput(week));
      return approvedStep(week, text);
    };
    return { text, undo: again };
  },
});

/** Approves a week, with undo, or reopens it. Events update the screen. */
export function useWeekActions(week: WeekRef | undefined) {
  const text = useText();
  const { day } = useFormat();
  const approvedText = week ? text("time.week.wasApproved", { name: week.user.fullname, day: day(week.monday) }) : "";
  const approval = useAction(
    approveWeek,
    undoableMutation(approvedText, () => (week ? approvedStep(week, approvedText) : null)),
  );
  const reopening = useAction(reopenWeek, {
    onSuccess: ({ message }: { message?: string }) => message && toast.done(message),
  });
  return {
    pending: approval.isPending || reopening.isPending,
    approve: () => week && approval.mutate(approvalInput(week)),
    reopen: () => week && reopening.mutate(input(week)),
  };
}
