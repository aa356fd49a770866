import { Button } from "@mantine/core";
import {
  readWorkWeek,
  updateWorkWeek,
  type WorkWeek,
} from "../../../../shared/requests/leave/calendar/holidays.contract";
import { workWeekSchema } from "../../../../shared/requests/leave/calendar/calendar.schema";
import { call } from "../../../platform/api";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useEndpoint } from "../../../platform/query";
import { TimeField } from "../../../ui/fields/TimeField";
import { ChangedRecordNotice } from "../../../ui/form/ChangedRecordNotice";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { useEditedForm } from "../../../ui/form/useEditedRecord";
import { Panel } from "../../../ui/Panel";
import { RelativeTime } from "../../../ui/signs/RelativeTime";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import classes from "./Holidays.module.css";
import { AmountField } from "../../../ui/fields/AmountField";
import { FailedReads } from "../../../ui/states/FailedReads";

/** A date on the weekday, for formatting its name: November 15, 2026 is a Sunday. */
const dayOfWeek = (weekday: number) => `2026-11-${15 + weekday}`;

export function WorkWeekPanel() {
  const text = useText();
  const query = useEndpoint(readWorkWeek);
  const week = query.data?.data;
  return (
    <Panel title={text("workWeek.title")} padded>
      <FailedReads reads={[query]} />
      {week ? <Week week={week} /> : query.isPending && <SkeletonRows rows={3} />}
    </Panel>
  );
}

const sortDays = (weekdays: readonly number[]) => [...weekdays].sort((a, b) => a - b);

const valuesOf = ({ given_at: _, version: __, can: ___, ...week }: WorkWeek) => ({
  ...week,
  weekend: sortDays(week.weekend),
  workday_hours: String(week.workday_hours),
});

function Week({ week }: { week: WorkWeek }) {
  const text = useText();
  const { day } = useFormat();
  const { given_at, can } = week;
  const form = useForm(workWeekSchema, {
    initialValues: valuesOf(week),
    onSubmit: async (values) => {
      const body = { ...values, version: edited.version };
      try {
        const { message, data } = await call(updateWorkWeek, { body });
        toast.done(message ?? "");
        edited.saved(data);
      } catch (error) {
        // Saving again overwrites only the fields that the user has changed.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(error.record as WorkWeek);
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, week, { valuesOf });
  const { weekend } = form.values;
  const toggle = (one: number) =>
    form.setValue(
      "weekend",
      sortDays(weekend.includes(one) ? weekend.filter((other) => other !== one) : [...weekend, one]),
    );
  return (
    <Form form={form}>
      <ChangedRecordNotice edited={edited} />
      <fieldset className={classes.days} disabled={!can.edit}>
        <legend>{text("workWeek.weekend")}</legend>
        {Array.from({ length: 7 }, (_, one) => (
          <button key={one} type="button" aria-pressed={weekend.includes(one)} onClick={() => toggle(one)}>
            {day(dayOfWeek(one), "weekday")}
          </button>
        ))}
      </fieldset>
      <div className={classes.clocks}>
        <TimeField readOnly={!can.edit} label={text("workWeek.start")} {...form.valueProps<string>("workday_start")} />
        <TimeField readOnly={!can.edit} label={text("workWeek.end")} {...form.valueProps<string>("workday_end")} />
        <AmountField
          currency={undefined}
          max={24}
          readOnly={!can.edit}
          label={text("workWeek.hours")}
          {...form.valueProps<string>("workday_hours")}
        />
      </div>
      {can.edit && (
        <footer className={classes.footer}>
          <span className={classes.given}>
            {given_at ? (
              <Message id="workWeek.givenAt" values={{ ago: <RelativeTime at={given_at} /> }} />
            ) : (
              text("workWeek.notGiven")
            )}
          </span>
          <Button type="submit" variant="filled" loading={form.sending} disabled={!form.dirty}>
            {text("action.save")}
          </Button>
        </footer>
      )}
    </Form>
  );
}
