import { SegmentedControl } from "@mantine/core";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { previewLeave } from "../../../../shared/requests/leave/requests/leave.contract";
import type { leaveRequestSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import { useText } from "../../../platform/intl/useText";
import { DateField } from "../../../ui/fields/DateField";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { TimeField } from "../../../ui/fields/TimeField";
import type { useForm } from "../../../ui/form/form";
import classes from "./LeaveForm.module.css";
import { type LeaveValues, wholeDays } from "./leave-form";
import { AmountField } from "../../../ui/fields/AmountField";

interface PartFieldsProps {
  form: Pick<ReturnType<typeof useForm<typeof leaveRequestSchema, LeaveValues>>, "setValue" | "valueProps" | "field">;
  values: LeaveValues;
  preview: ReplyOf<typeof previewLeave>["data"] | undefined;
}

const usualStart = "09:00";

/** Choice between whole days and hours of one day, for leave types in hours. */
export function PartChoice({ form, values }: Omit<PartFieldsProps, "preview">) {
  const text = useText();
  const choose = (extent: string) => {
    for (const [name, value] of Object.entries(wholeDays)) form.setValue(name, value);
    if (extent === "whole") return;
    form.setValue("start_time", usualStart);
    form.setValue("end_date", values.start_date);
  };
  return (
    <SegmentedControl
      className={classes.extent}
      aria-label={text("leave.part")}
      value={values.start_time === null ? "whole" : "hours"}
      onChange={choose}
      data={(["whole", "hours"] as const).map((value) => ({ value, label: text(`leave.part.${value}`) }))}
    />
  );
}

/** Choice between time off and credit for worked time, for time off in lieu. */
export function CreditChoice({ form, values }: Omit<PartFieldsProps, "preview">) {
  const text = useText();
  const choose = (choice: string) => {
    for (const [name, value] of Object.entries(wholeDays)) form.setValue(name, value);
    form.setValue("credit", choice === "worked");
    form.setValue("break_minutes", "");
    if (choice === "take") return;
    form.setValue("start_time", usualStart);
    form.setValue("end_date", values.start_date);
  };
  return (
    <div className={classes.extent}>
      <SegmentedControl
        aria-label={text("leave.credit")}
        value={values.credit ? "worked" : "take"}
        onChange={choose}
        data={(["take", "worked"] as const).map((value) => ({ value, label: text(`leave.credit.${value}`) }))}
      />
      {values.credit && <p>{text("leave.credit.why")}</p>}
    </div>
  );
}

/** The day and its hours, given by an end time or as a number. */
export function PartFields({ form, values, preview }: PartFieldsProps) {
  const text = useText();
  const onDay = (day: string | null) => {
    form.setValue("start_date", day);
    form.setValue("end_date", day);
  };
  const hours = form.valueProps<string>("hours");
  const resolved = values.hours === "" ? "" : (preview?.part?.end_time ?? "");
  return (
    <>
      <div className={classes.pair}>
        <DateField label={text("leave.part.day")} {...form.valueProps<string | null>("start_date")} onChange={onDay} />
        <TimeField
          label={text("leave.part.from")}
          {...form.valueProps<string>("start_time")}
          value={values.start_time ?? usualStart}
        />
      </div>
      <div className={classes.pair}>
        <TimeField
          label={text("leave.part.to")}
          {...form.valueProps<string>("end_time")}
          value={values.end_time ?? resolved}
          onChange={(time) => {
            form.setValue("end_time", time);
            form.setValue("hours", "");
          }}
        />
        {values.credit ? (
          <AmountField
            currency={undefined}
            decimals={0}
            isUngrouped
            inputMode="numeric"
            label={<OptionalLabel label={text("leave.credit.break")} />}
            {...form.valueProps<string>("break_minutes")}
          />
        ) : (
          <AmountField
            currency={undefined}
            max={24}
            label={text("leave.part.count")}
            {...hours}
            onChange={(next) => {
              hours.onChange(next);
              form.setValue("end_time", null);
            }}
          />
        )}
      </div>
    </>
  );
}
