import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type Leaving, planLeaving } from "../../../shared/people/employment/leaving.contract";
import { useStoredDraft } from "../../platform/drafts/useStoredDraft";
import { paths } from "../../platform/paths";
import { ProblemError } from "../../platform/problem-error";
import { useAction } from "../../platform/query";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { mergeChanges, useEditedRecord } from "../../ui/form/useEditedRecord";
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

const valuesOf = (leaving: Leaving) => ({ dates: plannedDates(leaving), successors: plannedSuccessors(leaving) });

/** Every plan is a new record, so its id is the version of the departure. */
const withVersion = (leaving: Leaving) => ({ ...leaving, version: leaving.planned?.id });

/** Dates and successors of a departure while it is being planned. The typed reason is kept on this device. */
export function useDeparture(employeeId: number, leaving: Leaving) {
  const navigate = useNavigate();
  const today = useOrganizationToday();
  const [start] = useState(() => valuesOf(leaving));
  const reason = useStoredDraft(`leaving:${employeeId}`, { start: start.dates.reason });
  const [chosenDates, setChosenDates] = useState(start.dates);
  const dates = { ...chosenDates, reason: reason.value };
  const [successors, setSuccessors] = useState(start.successors);
  const answers = JSON.stringify({ dates, successors });
  const [initialAnswers, setInitialAnswers] = useState(answers);
  /** The plan that the user's changes are based on. */
  const [mergeStart, setMergeStart] = useState(start);
  const [isSaved, setSaved] = useState(false);
  const plan = useAction(planLeaving, {
    onSuccess: ({ message }) => {
      reason.forget();
      if (message) toast.done(message);
      refetchEmployment();
      setSaved(true);
    },
    onProblem: (error) => {
      if (!(error instanceof ProblemError && error.code === "organization.stale")) return;
      mergePlan(error.record as Leaving);
      refetchEmployment();
    },
  });
  const record = useMemo(() => withVersion(leaving), [leaving]);
  const edited = useEditedRecord(record, {
    isDirty: answers !== initialAnswers || reason.at !== null,
    isSending: plan.isPending || isSaved,
    contentOf: valuesOf,
    show: (next) => {
      const values = valuesOf(next);
      setInitialAnswers(JSON.stringify(values));
      setMergeStart(values);
      setChosenDates(values.dates);
      setSuccessors(values.successors);
      reason.rebase({ start: values.dates.reason });
    },
  });
  /** Shows another user's plan where this one is unchanged. Planning again replaces that plan. A plan that was withdrawn stays as it is. */
  const mergePlan = (current: Leaving) => {
    edited.overwrite(withVersion(current));
    // The answers are those of a plan that no longer exists, so they are unsaved.
    if (current.planned === null) return setInitialAnswers("");
    const values = valuesOf(current);
    const merged = mergeChanges({ start: { ...mergeStart.dates }, typed: { ...dates } }, { ...values.dates });
    setInitialAnswers(JSON.stringify(values));
    setMergeStart(values);
    setChosenDates(merged);
    setSuccessors(
      mergeChanges({ start: { ...mergeStart.successors }, typed: { ...successors } }, { ...values.successors }),
    );
    if (merged.reason !== reason.value) reason.rebase({ start: merged.reason });
  };
  // Navigates in an effect, after the unsaved-changes guard has seen the saved state.
  useEffect(() => {
    if (isSaved) void navigate(paths.employeeView(employeeId));
  }, [isSaved, navigate, employeeId]);
  return {
    leaving,
    edited,
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
      const replaced = { replaces_id: edited.version ?? null };
      const body = { ...dates, last_day: dates.last_day ?? "", ...successorFields(successors), ...replaced };
      plan.mutate({ params: { id: employeeId }, body });
    },
  };
}

export type Departure = ReturnType<typeof useDeparture>;
