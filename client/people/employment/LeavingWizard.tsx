import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { HandoverKind } from "../../../shared/people/employment/handover.kinds";
import { type Leaving, planLeaving } from "../../../shared/people/employment/leaving.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useStoredDraft } from "../../platform/drafts/useStoredDraft";
import { useAction } from "../../platform/query";
import { useOrganisationToday } from "../../platform/useOrganisationToday";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { FormActions } from "../../ui/form/FormActions";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import { toast } from "../../ui/toast/toast";
import { Handover } from "./Handover";
import { LeavingCheck } from "./LeavingCheck";
import { type LeavingDates, LeavingDay } from "./LeavingDay";
import { LeavingPlan } from "./LeavingPlan";
import type { Employee } from "./promotion-values";
import { refetchEmployment } from "./refetch-employment";
import { WizardSteps } from "../../ui/WizardSteps";
import classes from "./LeavingWizard.module.css";

interface WizardProps {
  employee: Employee;
  leaving: Leaving;
  view: boolean;
}

export type SuccessorChoices = Partial<Record<HandoverKind, number>>;

const startOf = ({ planned, announced }: Leaving): LeavingDates => ({
  type: planned?.type === "termination" ? "termination" : "resignation",
  last_day: planned?.effective_on ?? null,
  reason: planned?.reason ?? "",
  announced,
});

export function LeavingWizard({ employee, leaving, view }: WizardProps) {
  const text = useText();
  const narrow = useIsPhoneWidth();
  const { day } = useFormat();
  const navigate = useNavigate();
  const today = useOrganisationToday();
  const [step, setStep] = useState(view ? 2 : 0);
  const [start] = useState(() => startOf(leaving));
  const [chosen, setChosen] = useState(start);
  const draft = useStoredDraft(`leaving:${employee.id}`, { start: start.reason });
  const dates = { ...chosen, reason: draft.value };
  const setDates = (next: LeavingDates) => {
    setChosen(next);
    if (next.reason !== draft.value) draft.change(next.reason);
  };
  const [defaultSuccessorId, setDefaultSuccessorId] = useState<number | null>(leaving.successor_id);
  const [successorByKind, setSuccessorByKind] = useState<SuccessorChoices>(() =>
    Object.fromEntries(leaving.successors.map(({ kind, user }) => [kind, user.id])),
  );
  const [saved, setSaved] = useState(false);
  const plan = useAction(planLeaving, {
    onSuccess: ({ message }) => {
      draft.forget();
      if (message) toast.done(message);
      refetchEmployment();
      setSaved(true);
    },
  });
  // Navigates in an effect, after the unsaved-changes guard has seen the saved state.
  useEffect(() => {
    if (saved) void navigate(paths.employeeView(employee.id));
  }, [saved, navigate, employee.id]);
  const answers = JSON.stringify({ dates, defaultSuccessorId, successorByKind });
  const [began] = useState(answers);
  const { fullname = "" } = employee;
  const missing = leaving.handover.filter(({ kind }) => !successorByKind[kind] && !defaultSuccessorId);
  const atOnce = dates.last_day !== null && dates.last_day <= today;
  const ready = step === 0 ? dates.last_day !== null : step === 1 ? missing.length === 0 : true;
  const send = () => {
    const successors = Object.entries(successorByKind).map(([kind, id]) => ({
      kind: kind as HandoverKind,
      user_id: id,
    }));
    const body = { ...dates, last_day: dates.last_day ?? "", successor_id: defaultSuccessorId, successors };
    plan.mutate({ params: { id: employee.id }, body });
  };
  const actions = (
    <>
      <Button component={Link} to={paths.employeeView(employee.id)} variant="subtle" color="gray">
        {text("action.cancel")}
      </Button>
      {step > 0 && !view && <Button onClick={() => setStep(step - 1)}>{text("leaving.back")}</Button>}
      {!view && (
        <Button
          variant="filled"
          disabled={!ready}
          loading={plan.isPending}
          onClick={() => (step < 2 ? setStep(step + 1) : send())}
        >
          {text(step < 2 ? "leaving.continue" : atOnce ? "leaving.closeNow" : "leaving.plan")}
        </Button>
      )}
    </>
  );
  return (
    <>
      <DraftGuard dirty={answers !== began && !saved} onDiscard={draft.forget} />
      <PageHead
        title={
          <span className={classes.title}>
            <Avatar person={{ ...employee, fullname }} size={28} />
            {dates.last_day
              ? text("leaving.title.on", { name: fullname, day: day(dates.last_day, "medium") })
              : text("leaving.title", { name: fullname })}
          </span>
        }
        sub={employee.position?.title}
      >
        {!narrow && actions}
      </PageHead>
      <WizardSteps
        now={step}
        steps={[
          { title: text("leaving.step.day"), note: dates.last_day ? day(dates.last_day, "medium") : "" },
          {
            title: text("leaving.step.handover"),
            note:
              leaving.handover.length === 0
                ? ""
                : text("leaving.step.handover.note", {
                    given: leaving.handover.length - missing.length,
                    total: leaving.handover.length,
                  }),
          },
          {
            title: text(atOnce ? "leaving.step.close" : "leaving.step.check"),
            note: text("leaving.step.check.note"),
          },
        ]}
      />
      <div className={classes.page}>
        <div className={classes.main}>
          {step === 0 && (
            <LeavingDay dates={dates} onChange={setDates} employee={employee}>
              {draft.restored && draft.at !== null && <StoredDraftNotice at={draft.at} onDiscard={draft.clear} />}
            </LeavingDay>
          )}
          {step === 2 && (
            <LeavingCheck
              leaving={leaving}
              dates={dates}
              defaultSuccessorId={defaultSuccessorId}
              successorByKind={successorByKind}
            />
          )}
          {step === 1 && (
            <Handover
              leaving={leaving}
              person={employee}
              defaultSuccessorId={defaultSuccessorId}
              successorByKind={successorByKind}
              onDefaultChange={setDefaultSuccessorId}
              onSuccessorChange={(kind, id) =>
                setSuccessorByKind(({ [kind]: _, ...rest }) => (id === null ? rest : { ...rest, [kind]: id }))
              }
            />
          )}
        </div>
        <aside className={classes.side}>
          {step === 1 && missing.length > 0 && (
            <p className={classes.missing} role="status">
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              {text("leaving.missing", { count: missing.length })}
            </p>
          )}
          <LeavingPlan userId={employee.id} leaving={leaving} lastDay={dates.last_day} atOnce={atOnce} />
          <Panel title={text("leaving.stays")} padded>
            {text("leaving.stays.why")}
          </Panel>
        </aside>
      </div>
      {narrow && <FormActions edge>{actions}</FormActions>}
    </>
  );
}
