import { SegmentedControl, Select, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { leaveIcons, type leaveTypeSchema } from "../../../shared/leave/leave.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import type { useForm } from "../../ui/form/form";
import { Optional } from "../../ui/fields/Optional";
import { Panel } from "../../ui/Panel";
import { LeaveSign } from "../LeaveSign";
import { NamesInLanguages } from "../NamesInLanguages";
import classes from "./LeaveTypeForm.module.css";
import type { TypeValues } from "./leave-type-form";
import { monthDay } from "./useLeaveTypeWords";

export interface TypeFieldsProps {
  form: Pick<
    ReturnType<typeof useForm<typeof leaveTypeSchema, TypeValues>>,
    "values" | "setValue" | "field" | "choice" | "check"
  >;
}

export function TypeBasics({ form }: TypeFieldsProps) {
  const text = useText();
  return (
    <Panel title={text("leaveType.basics")} padded>
      <div className={classes.fields}>
        <TextInput label={text("leaveType.name")} {...form.field("name")} />
        <fieldset className={classes.icons}>
          <legend>{text("leaveType.icon")}</legend>
          {leaveIcons.map((icon) => (
            <label key={icon} title={text(`leaveType.icon.${icon}`)}>
              <input
                type="radio"
                name="icon"
                value={icon}
                checked={form.values.icon === icon}
                onChange={() => form.setValue("icon", icon)}
              />
              <LeaveSign icon={icon} />
              <span className="sr-only">{text(`leaveType.icon.${icon}`)}</span>
            </label>
          ))}
        </fieldset>
        <Toggle form={form} name="paid" label={text("leaveType.paid")} />
        <Toggle form={form} name="one_time" label={text("leaveType.oneTime")} why={text("leaveType.oneTime.why")} />
      </div>
    </Panel>
  );
}

/** What it is called in each language; empty: as it is written above. */
export function TypeNames({ form }: TypeFieldsProps) {
  const text = useText();
  return (
    <Panel title={text("leaveType.names")} padded>
      <p className={classes.why}>{text("leaveType.names.why")}</p>
      <div className={classes.fields}>
        <NamesInLanguages form={form} />
      </div>
    </Panel>
  );
}

export function TypeDays({ form }: TypeFieldsProps) {
  const text = useText();
  return (
    <Panel title={text("leaveType.days")} padded>
      <div className={classes.fields}>
        <Choice label={text("leaveType.counting")}>
          <SegmentedControl
            fullWidth
            aria-label={text("leaveType.counting")}
            value={form.values.counting}
            onChange={(counting) => form.setValue("counting", counting)}
            data={(["working", "calendar"] as const).map((value) => ({
              value,
              label: text(`leaveType.counting.${value}`),
            }))}
          />
        </Choice>
        <Select
          label={text("leaveType.gender")}
          data={[
            { value: "", label: text("leaveType.gender.all") },
            { value: "female", label: text("leaveType.gender.female") },
            { value: "male", label: text("leaveType.gender.male") },
          ]}
          allowDeselect={false}
          value={form.values.gender ?? ""}
          onChange={(gender) => form.setValue("gender", gender || null)}
        />
        <TextInput inputMode="decimal" label={text("leaveType.daysFemale")} {...form.field("days_female")} />
        <TextInput inputMode="decimal" label={text("leaveType.daysMale")} {...form.field("days_male")} />
        <Toggle
          form={form}
          name="can_update_balance"
          label={text("leaveType.counted")}
          why={text("leaveType.counted.why")}
        />
        {form.values.can_update_balance && (
          <Toggle
            form={form}
            name="negative_allowed"
            label={text("leaveType.negative")}
            why={text("leaveType.negative.why")}
          />
        )}
      </div>
    </Panel>
  );
}

/** When days come, what goes over into the next year, and until when it is kept. */
export function TypeCarrying({ form }: TypeFieldsProps) {
  const text = useText();
  const { day } = useFormat();
  const months = Array.from({ length: 12 }, (_, at) => at + 1);
  return (
    <Panel title={text("leaveType.carrying")} padded>
      <div className={classes.fields}>
        <Choice label={text("leaveType.accrual")}>
          <SegmentedControl
            fullWidth
            aria-label={text("leaveType.accrual")}
            value={form.values.accrual}
            onChange={(accrual) => form.setValue("accrual", accrual)}
            data={(["yearly", "monthly"] as const).map((value) => ({
              value,
              label: text(`leaveType.accrual.${value}`),
            }))}
          />
        </Choice>
        <span />
        <TextInput
          inputMode="decimal"
          label={<Optional label={text("leaveType.maxCarried")} />}
          description={text("leaveType.maxCarried.why")}
          {...form.field("max_carried")}
        />
        <Select
          clearable
          label={<Optional label={text("leaveType.carriedUntil")} />}
          description={text("leaveType.carriedUntil.why")}
          placeholder={text("leaveType.carriedUntil.never")}
          data={months.map((month) => ({ value: String(month), label: day(monthDay(month), "month") }))}
          {...form.choice<string | null>("carried_until")}
        />
      </div>
    </Panel>
  );
}

export function TypeRules({ form }: TypeFieldsProps) {
  const text = useText();
  return (
    <Panel title={text("leaveType.rules")} padded>
      <div className={classes.fields}>
        <Toggle form={form} name="half_days" label={text("leaveType.halfDays")} />
        <Toggle form={form} name="hr_step" label={text("leaveType.hrStep")} why={text("leaveType.hrStep.why")} />
        <TextInput
          inputMode="decimal"
          label={<Optional label={text("leaveType.attachmentAfter")} />}
          description={text("leaveType.attachmentAfter.why")}
          {...form.field("attachment_after")}
        />
        <TextInput
          inputMode="numeric"
          label={<Optional label={text("leaveType.waitingDays")} />}
          description={text("leaveType.waitingDays.why")}
          {...form.field("waiting_days")}
        />
        <TextInput
          inputMode="decimal"
          label={<Optional label={text("leaveType.longest")} />}
          description={text("leaveType.longest.why")}
          {...form.field("longest")}
        />
      </div>
    </Panel>
  );
}

/** Mantine's segments have no label of their own. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.choice}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}

interface ToggleProps extends TypeFieldsProps {
  name: "paid" | "one_time" | "can_update_balance" | "negative_allowed" | "half_days" | "hr_step";
  label: string;
  why?: string;
}

function Toggle({ form, name, label, why }: ToggleProps) {
  return <Switch label={label} description={why} {...form.check(name)} />;
}
