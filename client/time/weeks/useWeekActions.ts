import { approveWeek, reopenWeek, type Week } from "../../../shared/time/week.contract";
import { useAction } from "../../platform/query";
import { toast } from "../../ui/toast/toast";

type Which = Pick<Week, "monday" | "user">;

/** Approve, and open again. Their events change what is on the screen. */
export function useWeekActions() {
  const said = { onSuccess: ({ message }: { message?: string }) => message && toast.done(message) };
  const approval = useAction(approveWeek, said);
  const reopening = useAction(reopenWeek, said);
  const input = ({ monday, user }: Which) => ({ params: { monday }, body: { user_id: user.id } });
  return {
    pending: approval.isPending || reopening.isPending,
    approve: (week: Which) => approval.mutate(input(week)),
    reopen: (week: Which) => reopening.mutate(input(week)),
  };
}
