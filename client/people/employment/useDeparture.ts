import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type Leaving, planLeaving } from "../../../shared/people/employment/leaving.contract";
import { useStoredDraft } from "../../platform/drafts/useStoredDraft";
import { paths } from "../../platform/paths";
import { useAction } from "../../platform/query";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { toast } from "../../ui/toast/toast";
import type { LeavingDates } from "./LeavingDay";
import { refetchEmployment } from "./refetch-employment";
import { handoversWithoutSuccessor, plannedSuccessors, successorFields } from "./successors";

const plannedDates = ({ planned, announced }: Leaving): LeavingDates => ({
  type: planned?.type === "termination" ? "termination" : "resignation",
  last_day: planned?.effective_on ?? null,
  reason: planned?.reason ?? "",
  announced,
});

/** Dates and successors of a departure while it is being planned. The typed reason is kept on this device. */
export function useDeparture(employeeId: number, leaving: Leaving) {
  const navigate = useNavigate();
  const today = useOrganizationToday();
  const [start] = useState(() => plannedDates(leaving));
  const reason = useStoredDraft(`leaving:${employeeId}`, { start: start.reason });
  const [chosenDates, setChosenDates] = useState(start);
  const dates = { ...chosenDates, reason: reason.value };
  const [successors, setSuccessors] = useState(() => plannedSuccessors(leaving));
  const answers = JSON.stringify({ dates, successors });
  const [initialAnswers] = useState(answers);
  const [isSaved, setSaved] = useState(false);
  const plan = useAction(planLeaving, {
    onSuccess: ({ message }) => {
      reason.forget();
      if (message) toast.done(message);
      refetchEmployment();
      setSaved(true);
    },
  });
  // Navigates in an effect, after the unsaved-changes guard has seen the saved state.
  useEffect(() => {
    if (isSaved) void navigate(paths.employeeView(employeeId));
  }, [isSaved, navigate, employeeId]);
  return {
    leaving,
    dates,
    setDates: (next: LeavingDates) => {
      setChosenDates(next);
      if (next.reason !== reason.value) reason.change(next.reason);
    },
    reasonDraft: reason,
    successors,
    setSuccessors,
    missing: handoversWithoutSuccessor(leaving, successors).length,
    /** Whether the account is closed on confirmation instead of on the last day. */
    atOnce: dates.last_day !== null && dates.last_day <= today,
    isDirty: answers !== initialAnswers && !isSaved,
    isSending: plan.isPending,
    send: () => {
      const body = { ...dates, last_day: dates.last_day ?? "", ...successorFields(successors) };
      plan.mutate({ params: { id: employeeId }, body });
    },
  };
}

export type Departure = ReturnType<typeof useDeparture>;
