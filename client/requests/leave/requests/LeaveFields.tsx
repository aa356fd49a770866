import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import { Select, Switch, Textarea } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { previewLeave } from "../../../../shared/requests/leave/requests/leave.contract";
import type { leaveRequestSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import type { LeaveType } from "../../../../shared/requests/leave/types/types.contract";
import { listVisiblePeople } from "../../../../shared/kernel/visible-users.contract";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { DateField } from "../../../ui/fields/DateField";
import type { useForm } from "../../../ui/form/form";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { CoverNote } from "../cover/CoverNote";
import { DayStrip } from "../cover/DayStrip";
import classes from "./LeaveForm.module.css";
import { type LeaveValues, partsAfterTypeChange } from "./leave-form";
import { CreditChoice, PartChoice, PartFields } from "./PartFields";
import { clearButton } from "../../../ui/fields/clear-button";
import { OverlapNote } from "./OverlapNote";

type Preview = ReplyOf<typeof previewLeave>["data"];

interface LeaveFieldsProps {
  form: Pick<ReturnType<typeof useForm<typeof leaveRequestSchema, LeaveValues>>, "setValue" | "valueProps" | "field">;
  values: LeaveValues;
  types: readonly LeaveType[];
  preview: Preview | undefined;
  /** Employee for whom HR enters the leave; undefined for the user's own. */
  other: { id: number; fullname: string } | undefined;
}

const idOf = (text: string | null) => (text === null ? null : Number(text));

export function LeaveFields({ form, values, types, preview, other }: LeaveFieldsProps) {
  const text = useText();
  const nameOf = useNameOf();
  const me = useCurrentUser();
  const people = useEndpoint(listVisiblePeople).data?.data ?? [];
  const type = types.find(({ id }) => id === values.leave_type_id);
  const others = people.filter(({ id, active }) => active && id !== (other?.id ?? me.id));
  const against = preview?.refusals.filter(({ message }) => message !== "leave.overlap") ?? [];
  const inHours = type?.unit === "hours";
  const chooseType = (id: string | null) => {
    form.setValue("leave_type_id", idOf(id));
    for (const [name, value] of Object.entries(
      partsAfterTypeChange(
        values,
        type,
        types.find((one) => one.id === idOf(id)),
      ),
    ))
      form.setValue(name, value);
  };
  const first = (day: string | null) => {
    form.setValue("start_date", day);
    // Sets the last day to the first one: one day is the most common request, and the end can't be before the start.
    if (day !== null && (values.end_date === null || values.end_date < day)) form.setValue("end_date", day);
  };
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={text("leave.kind")}
          data={types.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
          {...form.valueProps<string>("leave_type_id")}
          value={values.leave_type_id === null ? null : String(values.leave_type_id)}
          onChange={chooseType}
        />
        <Select
          searchable
          clearable
          clearButtonProps={clearButton(text("leave.substitute.clear"))}
          label={
            <OptionalLabel
              label={other ? text("leave.substituteFor", { name: other.fullname }) : text("leave.substitute")}
            />
          }
          description={
            other ? text("leave.substitute.whyOther", { name: other.fullname }) : text("leave.substitute.why")
          }
          data={usePeopleOptions(others)}
          {...form.valueProps<string>("substitute_id")}
          value={values.substitute_id === null ? null : String(values.substitute_id)}
          onChange={(id) => form.setValue("substitute_id", idOf(id))}
        />
      </div>
      {type?.lieu_months != null && <CreditChoice form={form} values={values} />}
      {inHours && !values.credit && <PartChoice form={form} values={values} />}
      {inHours && values.start_time !== null ? (
        <PartFields form={form} values={values} preview={preview} />
      ) : (
        <div className={classes.pair}>
          <DateField
            label={text("leave.firstDay")}
            {...form.valueProps<string | null>("start_date")}
            onChange={first}
          />
          <DateField
            label={text("leave.lastDay")}
            min={values.start_date}
            {...form.valueProps<string | null>("end_date")}
          />
        </div>
      )}
      {type?.half_days !== false && !inHours && (
        <div className={classes.switches}>
          <Switch
            label={text("leave.firstHalf")}
            checked={values.start_half !== null}
            onChange={(event) => form.setValue("start_half", event.currentTarget.checked ? "afternoon" : null)}
            error={form.valueProps("start_half").error}
          />
          <Switch
            label={text("leave.lastHalf")}
            checked={values.end_half !== null}
            onChange={(event) => form.setValue("end_half", event.currentTarget.checked ? "morning" : null)}
            error={form.valueProps("end_half").error}
          />
        </div>
      )}
      {preview && <DayStrip days={preview.each} total={preview.days} unit={type?.unit ?? "days"} />}
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
      <Textarea
        autosize
        minRows={3}
        label={<OptionalLabel label={text(other ? "leave.noteEntered" : "leave.note")} />}
        {...form.field("reason")}
      />
    </>
  );
}
