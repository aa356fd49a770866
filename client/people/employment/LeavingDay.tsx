import { maxReasonLength } from "../../../shared/people/employment/employment.schema";
import { useLengthError } from "../../ui/fields/length";
import type { ReactNode } from "react";
import { SegmentedControl, Switch, Textarea } from "@mantine/core";
import { useText } from "../../platform/intl/useText";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { Panel } from "../../ui/Panel";
import type { Employee } from "./promotion-values";
import classes from "./LeavingWizard.module.css";

export interface LeavingDates {
  type: "termination" | "resignation";
  last_day: string | null;
  reason: string;
  announced: boolean;
}

interface DayProps {
  dates: LeavingDates;
  onChange: (dates: LeavingDates) => void;
  employee: Employee;
  children: ReactNode;
}

export function LeavingDay({ dates, onChange, employee, children }: DayProps) {
  const text = useText();
  const lengthError = useLengthError();
  return (
    <Panel title={text("leaving.step.day")} padded>
      <div className={classes.fields}>
        <SegmentedControl
          aria-label={text("employment.kind")}
          value={dates.type}
          onChange={(type) => onChange({ ...dates, type: type as LeavingDates["type"] })}
          data={[
            { value: "resignation", label: text("people.history.resignation") },
            { value: "termination", label: text("people.history.termination") },
          ]}
        />
        <DateField
          label={text("people.field.last_day")}
          description={text("leaving.lastDay.why")}
          value={dates.last_day}
          onChange={(day) => onChange({ ...dates, last_day: day })}
          min={employee.date_of_joining}
        />
        <Switch
          label={text("leaving.announce")}
          description={text("leaving.announce.why")}
          checked={dates.announced}
          onChange={(event) => onChange({ ...dates, announced: event.currentTarget.checked })}
        />
        <Textarea
          label={<OptionalLabel label={text("employment.reason")} />}
          value={dates.reason}
          onChange={(event) => onChange({ ...dates, reason: event.currentTarget.value })}
          error={lengthError(dates.reason, maxReasonLength)}
        />
        {children}
      </div>
    </Panel>
  );
}
