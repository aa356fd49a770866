import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Leaving } from "../../../shared/people/employment/leaving.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { reportUnreadableText } from "../../ui/fields/unreadable-text";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { FormActions } from "../../ui/form/FormActions";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import { WizardSteps } from "../../ui/WizardSteps";
import { Handover } from "./Handover";
import { LeavingCheck } from "./LeavingCheck";
import { LeavingDay } from "./LeavingDay";
import { LeavingPlan } from "./LeavingPlan";
import type { Employee } from "./promotion-values";
import { type Departure, useDeparture } from "./useDeparture";
import classes from "./LeavingWizard.module.css";

interface WizardProps {
  employee: Employee;
  leaving: Leaving;
  view: boolean;
}

export function LeavingWizard({ employee, leaving, view }: WizardProps) {
  const text = useText();
  const narrow = useIsPhoneWidth();
  const { day } = useFormat();
  const [step, setStep] = useState(view ? 2 : 0);
  const departure = useDeparture(employee.id, leaving);
  const { dates, successors, reasonDraft, missing, atOnce } = departure;
  const { fullname = "" } = employee;
  const main = useRef<HTMLDivElement>(null);
  const proceed = () => {
    if (reportUnreadableText(main.current)) return;
    if (step < 2) setStep(step + 1);
    else departure.send();
  };
  const ready = step === 0 ? dates.last_day !== null : step === 1 ? missing === 0 : true;
  const actions = (
    <>
      <Button component={Link} to={paths.employeeView(employee.id)} variant="subtle" color="gray">
        {text("action.cancel")}
      </Button>
      {step > 0 && !view && <Button onClick={() => setStep(step - 1)}>{text("leaving.back")}</Button>}
      {!view && (
        <Button variant="filled" disabled={!ready} loading={departure.isSending} onClick={proceed}>
          {text(step < 2 ? "leaving.continue" : atOnce ? "leaving.closeNow" : "leaving.plan")}
        </Button>
      )}
    </>
  );
  return (
    <>
      <DraftGuard dirty={departure.isDirty} onDiscard={reasonDraft.forget} />
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
      <LeavingSteps step={step} departure={departure} />
      <div className={classes.page}>
        <div ref={main} className={classes.main}>
          <ChangedRecordNotice edited={departure.edited} />
          {step === 0 && (
            <LeavingDay dates={dates} onChange={departure.setDates} employee={employee}>
              {reasonDraft.restored && reasonDraft.at !== null && (
                <StoredDraftNotice at={reasonDraft.at} onDiscard={reasonDraft.clear} other={reasonDraft.other} />
              )}
            </LeavingDay>
          )}
          {step === 2 && <LeavingCheck leaving={leaving} dates={dates} successors={successors} />}
          {step === 1 && (
            <Handover leaving={leaving} person={employee} successors={successors} onChange={departure.setSuccessors} />
          )}
        </div>
        <aside className={classes.side}>
          {step === 1 && missing > 0 && (
            <p className={classes.missing} role="status">
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              {text("leaving.missing", { count: missing })}
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

function LeavingSteps({ step, departure }: { step: number; departure: Departure }) {
  const text = useText();
  const { day } = useFormat();
  const { dates, leaving, missing, atOnce } = departure;
  const total = leaving.handover.length;
  const handoverNote = total === 0 ? "" : text("leaving.step.handover.note", { given: total - missing, total });
  return (
    <WizardSteps
      now={step}
      steps={[
        { title: text("leaving.step.day"), note: dates.last_day ? day(dates.last_day, "medium") : "" },
        { title: text("leaving.step.handover"), note: handoverNote },
        { title: text(atOnce ? "leaving.step.close" : "leaving.step.check"), note: text("leaving.step.check.note") },
      ]}
    />
  );
}
