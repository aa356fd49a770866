import { Select, Switch, Textarea } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { previewLeave } from "../../shared/leave/leave.contract";
import type { leaveRequestSchema } from "../../shared/leave/leave.schema";
import type { LeaveType } from "../../shared/leave/leave-types.contract";
import { legacyUsers } from "../../shared/people/people.contract";
import { useNameOf } from "../platform/intl/useNameOf";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { DateField } from "../ui/fields/DateField";
import type { useForm } from "../ui/form/form";
import { Optional } from "../ui/fields/Optional";
import { CoverNote } from "./team/CoverNote";
import { DayStrip } from "./team/DayStrip";
import classes from "./LeaveForm.module.css";
import type { LeaveFormValues, LeaveValues } from "./leave-form";
import { clearButton } from "../ui/fields/clear-button";
import { OverlapNote } from "./OverlapNote";

type Preview = ReplyOf<typeof previewLeave>["data"];

interface LeaveFieldsProps {
  form: Pick<ReturnType<typeof useForm<typeof leaveRequestSchema, LeaveFormValues>>, "setValue" | "choice" | "field">;
  values: LeaveValues;
  types: readonly LeaveType[];
  preview: Preview | undefined;
}

const idOf = (text: string | null) => (text === null ? null : Number(text));

/** Kind, dates, halves and words; what the dates cost stands right below them. */
export function LeaveFields({ form, values, types, preview }: LeaveFieldsProps) {
  const text = useText();
  const nameOf = useNameOf();
  const me = useCurrentUser();
  const people = useEndpoint(legacyUsers).data?.data ?? [];
  const type = types.find(({ id }) => id === values.leave_type_id);
  const others = people.filter(({ id, active }) => active && id !== me.id);
  const against = preview?.refusals.filter(({ message }) => message !== "leave.overlap") ?? [];
  const first = (day: string | null) => {
    form.setValue("start_date", day);
    // One day is what is asked for most, and the last day is never before the first.
    if (day !== null && (values.end_date === null || values.end_date < day)) form.setValue("end_date", day);
  };
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={text("leave.kind")}
          data={types.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
          {...form.choice<string>("leave_type_id")}
          value={values.leave_type_id === null ? null : String(values.leave_type_id)}
          onChange={(id) => form.setValue("leave_type_id", idOf(id))}
        />
        <Select
          searchable
          clearable
          clearButtonProps={clearButton(text("leave.substitute.clear"))}
          label={<Optional label={text("leave.substitute")} />}
          data={others.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
          {...form.choice<string>("substitute_id")}
          value={values.substitute_id === null ? null : String(values.substitute_id)}
          onChange={(id) => form.setValue("substitute_id", idOf(id))}
        />
      </div>
      <div className={classes.pair}>
        <DateField
          typed
          label={text("leave.firstDay")}
          {...form.choice<string | null>("start_date")}
          onChange={first}
        />
        <DateField
          typed
          label={text("leave.lastDay")}
          min={values.start_date}
          {...form.choice<string | null>("end_date")}
        />
      </div>
      {type?.half_days !== false && (
        <div className={classes.switches}>
          <Switch
            label={text("leave.firstHalf")}
            checked={values.start_half !== null}
            onChange={(event) => form.setValue("start_half", event.currentTarget.checked ? "afternoon" : null)}
            error={form.choice("start_half").error}
          />
          <Switch
            label={text("leave.lastHalf")}
            checked={values.end_half !== null}
            onChange={(event) => form.setValue("end_half", event.currentTarget.checked ? "morning" : null)}
            error={form.choice("end_half").error}
          />
        </div>
      )}
      {preview && <DayStrip days={preview.each} total={preview.days} />}
      {preview && preview.overlaps.length > 0 && <OverlapNote overlaps={preview.overlaps} />}
      {against.length > 0 && (
        <ul className={classes.against}>
          {against.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              {text(message as "leave.notEnough")}
            </li>
          ))}
        </ul>
      )}
      {preview?.cover && <CoverNote cover={preview.cover} />}
      <Textarea autosize minRows={3} label={<Optional label={text("leave.note")} />} {...form.field("reason")} />
    </>
  );
}
