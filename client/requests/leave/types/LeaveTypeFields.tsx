import { dayCountingMethods } from "../../../../shared/requests/leave/types/counting.rules";
import { SegmentedControl, Select, Switch, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { prorationMethods, roundings } from "../../../../shared/requests/leave/types/allowance-settings.rules";
import { leaveIcons, type leaveTypeSchema } from "../../../../shared/requests/leave/types/types.schema";
import { useFormat, useText } from "../../../platform/intl/useText";
import type { useForm } from "../../../ui/form/form";
import { AmountField } from "../../../ui/fields/AmountField";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { Panel } from "../../../ui/Panel";
import { LeaveIcon } from "./LeaveIcon";
import { TranslatedNameFields } from "./TranslatedNameFields";
import classes from "./LeaveTypeForm.module.css";
import flow from "../../../ui/layout/flow.module.css";
import type { LeaveTypeValues } from "./leave-type-form";
import { exampleDateOfMonth } from "./useLeaveTypeTexts";

export interface LeaveTypeFieldsProps {
  form: Pick<
    ReturnType<typeof useForm<typeof leaveTypeSchema, LeaveTypeValues>>,
    "values" | "setValue" | "field" | "valueProps" | "check"
  >;
}

export function TypeBasics({ form }: LeaveTypeFieldsProps) {
  const text = useText();
  return (
    <Panel title={text("leaveType.basics")} padded>
      <div className={flow.fields}>
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
              <LeaveIcon icon={icon} />
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

export function TypeNames({ form }: LeaveTypeFieldsProps) {
  const text = useText();
  return (
    <Panel title={text("leaveType.names")} padded>
      <p className={classes.why}>{text("leaveType.names.why")}</p>
      <div className={flow.fields}>
        <TranslatedNameFields form={form} />
      </div>
    </Panel>
  );
}

export function TypeDays({ form }: LeaveTypeFieldsProps) {
  const text = useText();
  const { days_female: female, days_male: male, gender } = form.values;
  const [isChosenByGender, setByGender] = useState(female !== male);
  const byGender = gender === null && (isChosenByGender || female !== male);
  const inHours = form.values.counting === "hours";
  // One field for both numbers: of a type for men, it shows their number.
  const daysField = form.valueProps<string>(gender === "male" ? "days_male" : "days_female");
  return (
    <Panel title={text(inHours ? "leaveType.hours" : "leaveType.days")} padded>
      <div className={flow.fields}>
        <Choice label={text("leaveType.counting")}>
          <SegmentedControl
            fullWidth
            aria-label={text("leaveType.counting")}
            value={form.values.counting}
            onChange={(counting) => form.setValue("counting", counting)}
            data={dayCountingMethods.map((value) => ({
              value,
              label: text(`leaveType.counting.${value}`),
            }))}
          />
          {inHours && <small className={classes.why}>{text("leaveType.counting.hours.why")}</small>}
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
        {byGender ? (
          <>
            <AmountField
              currency={undefined}
              label={text("leaveType.daysFemale")}
              {...form.valueProps<string>("days_female")}
            />
            <AmountField
              currency={undefined}
              label={text("leaveType.daysMale")}
              {...form.valueProps<string>("days_male")}
            />
          </>
        ) : (
          <AmountField
            currency={undefined}
            label={text(inHours ? "leaveType.hours" : "leaveType.days")}
            {...daysField}
            onChange={(days) => {
              daysField.onChange(days);
              form.setValue(gender === "male" ? "days_female" : "days_male", days);
            }}
          />
        )}
        {form.values.gender === null && (
          <Switch
            label={text("leaveType.byGender")}
            checked={byGender}
            onChange={(event) => {
              setByGender(event.currentTarget.checked);
              if (!event.currentTarget.checked) form.setValue("days_male", form.values.days_female);
            }}
          />
        )}
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

export function TypeCarryOver({ form }: LeaveTypeFieldsProps) {
  const text = useText();
  const { day } = useFormat();
  const months = Array.from({ length: 12 }, (_, at) => at + 1);
  return (
    <Panel title={text("leaveType.carrying")} padded>
      <div className={flow.fields}>
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
        <Toggle form={form} name="prorated" label={text("leaveType.prorated")} why={text("leaveType.prorated.why")} />
        <span />
        {form.values.prorated && (
          <Select
            label={text("leaveType.proration")}
            description={text(`leaveType.proration.${form.values.proration}.why`)}
            data={prorationMethods.map((value) => ({ value, label: text(`leaveType.proration.${value}`) }))}
            allowDeselect={false}
            value={form.values.proration}
            onChange={(proration) => proration && form.setValue("proration", proration)}
          />
        )}
        {form.values.prorated && (
          <Select
            label={text("leaveType.rounding")}
            description={text("leaveType.rounding.why")}
            data={roundings.map((value) => ({ value, label: text(`leaveType.rounding.${value}`) }))}
            allowDeselect={false}
            value={form.values.rounding}
            onChange={(rounding) => rounding && form.setValue("rounding", rounding)}
          />
        )}
        <AmountField
          currency={undefined}
          label={<OptionalLabel label={text("leaveType.maxCarried")} />}
          description={text("leaveType.maxCarried.why")}
          {...form.valueProps<string>("max_carried")}
        />
        <Select
          clearable
          label={<OptionalLabel label={text("leaveType.carriedUntil")} />}
          description={text("leaveType.carriedUntil.why")}
          placeholder={text("leaveType.carriedUntil.never")}
          data={months.map((month) => ({ value: String(month), label: day(exampleDateOfMonth(month), "month") }))}
          {...form.valueProps<string | null>("carried_until")}
        />
      </div>
    </Panel>
  );
}

export function TypeRules({ form }: LeaveTypeFieldsProps) {
  const text = useText();
  return (
    <Panel title={text("leaveType.rules")} padded>
      <div className={flow.fields}>
        {form.values.counting !== "hours" && <Toggle form={form} name="half_days" label={text("leaveType.halfDays")} />}
        <Toggle form={form} name="hr_step" label={text("leaveType.hrStep")} why={text("leaveType.hrStep.why")} />
        {form.values.counting === "hours" && (
          <AmountField
            currency={undefined}
            decimals={0}
            label={<OptionalLabel label={text("leaveType.lieu")} />}
            description={text("leaveType.lieu.why")}
            {...form.valueProps<string>("lieu_months")}
          />
        )}
        <AmountField
          currency={undefined}
          label={<OptionalLabel label={text("leaveType.attachmentAfter")} />}
          description={text("leaveType.attachmentAfter.why")}
          {...form.valueProps<string>("attachment_after")}
        />
        <AmountField
          currency={undefined}
          decimals={0}
          label={<OptionalLabel label={text("leaveType.waitingDays")} />}
          description={text("leaveType.waitingDays.why")}
          {...form.valueProps<string>("waiting_days")}
        />
        <AmountField
          currency={undefined}
          label={<OptionalLabel label={text("leaveType.longest")} />}
          description={text("leaveType.longest.why")}
          {...form.valueProps<string>("longest")}
        />
      </div>
    </Panel>
  );
}

/** Visible label for Mantine's SegmentedControl, which has none. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.choice}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}

interface ToggleProps extends LeaveTypeFieldsProps {
  name: "paid" | "one_time" | "prorated" | "can_update_balance" | "negative_allowed" | "half_days" | "hr_step";
  label: string;
  why?: string;
}

function Toggle({ form, name, label, why }: ToggleProps) {
  return <Switch label={label} description={why} {...form.check(name)} />;
}
