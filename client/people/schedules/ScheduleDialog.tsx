import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { addDays } from "../../../shared/kernel/days";
import {
  listWorkSchedules,
  setWorkSchedule,
  type WorkScheduleRecord,
  workScheduleSchema,
} from "../../../shared/work/schedules/schedules.contract";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import { templateWeek, weeksFrom } from "../../../shared/work/schedules/schedules.rules";
import { call } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { useText } from "../../platform/intl/useText";
import { refetch } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { DateField } from "../../ui/fields/DateField";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { toast } from "../../ui/toast/toast";
import { ScheduleFields } from "../../work/schedules/ScheduleFields";
import classes from "./Schedules.module.css";

export type Schedules = ReplyOf<typeof listWorkSchedules>["data"];

interface ScheduleDialogProps {
  userId: number;
  found: Schedules;
  edited: WorkScheduleRecord | "new";
  onClose: () => void;
}

export function ScheduleDialog({ userId, found, edited, onClose }: ScheduleDialogProps) {
  const text = useText();
  /** The schedules that the user read before entering a change. */
  const [base, setBase] = useState(found.schedules);
  const organization = { weekend: found.week.weekend, minutesPerDay: found.week.minutes_per_day };
  const form = useForm(workScheduleSchema, {
    initialValues:
      edited === "new"
        ? {
            from: addDays(found.today, 1) as string | null,
            minutes: templateWeek("four_days", organization) as number[] | null,
            other: null as number[] | null,
          }
        : { from: edited.from as string | null, minutes: edited.minutes, other: edited.other },
    onSubmit: async (input, { idempotencyKey }) => {
      const body = { ...input, previous: weeksFrom(base, input.from) };
      const { message } = await call(setWorkSchedule, { params: { id: userId }, body, idempotencyKey }).catch(
        (error: unknown) => {
          // Saving again overwrites the schedule of the other user.
          if (error instanceof ProblemError && error.code === "organization.stale") {
            setBase((error.record as Schedules).schedules);
            void refetch(listWorkSchedules);
          }
          throw error;
        },
      );
      if (message) toast.done(message);
      void refetch(listWorkSchedules, listUserHistory);
      onClose();
    },
  });
  const { minutes, other } = form.values;
  return (
    <Dialog opened onClose={onClose} size={520} title={text("schedule.change")}>
      <DialogForm form={form} onClose={onClose}>
        <DateField
          label={text("schedule.from")}
          {...form.valueProps<string | null>("from")}
          readOnly={edited !== "new"}
        />
        <ScheduleFields
          label={text("schedule.template")}
          value={{ minutes, other }}
          onChange={(weeks) => {
            form.setValue("minutes", weeks.minutes && [...weeks.minutes]);
            form.setValue("other", weeks.other && [...weeks.other]);
          }}
          errors={{ minutes: form.valueProps("minutes").error, other: form.valueProps("other").error }}
        />
        <p className={classes.note}>{text("schedule.recalculates")}</p>
      </DialogForm>
    </Dialog>
  );
}
