import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { PasswordInput, SegmentedControl, Select, Switch } from "@mantine/core";
import { useContext } from "react";
import { selectDepartments } from "../../../shared/people/departments/departments.contract";
import { currencyCodes } from "../../../shared/kernel/money";
import { useSalaryField } from "./useSalaryField";
import { contractTypes, educationLevels, genders } from "../../../shared/people/people/people.fields";
import { readUserRoles } from "../../../shared/people/people/user-changes.contract";
import { selectUsers } from "../../../shared/people/people/users.contract";
import { selectPositions } from "../../../shared/people/positions/positions.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { useEndpoint } from "../../platform/query";
import { AmountField } from "../../ui/fields/AmountField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { ScheduleFields } from "../../work/schedules/ScheduleFields";
import { Panel } from "../../ui/Panel";
import { FailedReads } from "../../ui/states/FailedReads";
import {
  EmployeeSelectField,
  EmployeeDateField,
  type EmployeeFormState,
  ReadOnlyEmploymentContext,
  EmployeeTextField,
  RecordField,
  MultiRecordField,
  useIsReadOnly,
} from "./EmployeeInputs";
import classes from "./EmployeeForm.module.css";
import flow from "../../ui/layout/flow.module.css";
import { useRoleName } from "../../platform/intl/useRoleName";
import tones from "../../ui/layout/tones.module.css";

interface EmployeeFieldsProps {
  form: EmployeeFormState;
  isNew: boolean;
  /** Id of an existing employee, who can't be their own manager. */
  id?: number;
}

export function EmployeeFields({ form, isNew, id }: EmployeeFieldsProps) {
  const text = useText();
  return (
    <>
      <Section title={text("people.section.account")}>
        <EmployeeTextField form={form} name="fullname" required />
        <EmployeeTextField form={form} name="email" required type="email" />
        <Role form={form} />
        <Switch label={text("people.external")} description={text("people.external.why")} {...form.check("external")} />
        {isNew && <Access form={form} />}
      </Section>
      <Section title={text("people.work")}>
        <ReadOnlyReason />
        <Places form={form} id={id} />
        <EmployeeTextField form={form} name="employee_id" />
        <EmployeeTextField form={form} name="location" />
        <EmployeeSelectField form={form} name="contract_type" values={contractTypes} words="people.contract" />
        <EmployeeDateField form={form} name="date_of_joining" />
        {isNew && <Schedule form={form} />}
        <EmployeeDateField form={form} name="contract_start" max={form.values.contract_end} />
        <EmployeeDateField form={form} name="contract_end" min={form.values.contract_start} />
        <Salary form={form} />
      </Section>
      <Section title={text("people.personal")}>
        <EmployeeTextField form={form} name="phone_number" type="tel" />
        <EmployeeTextField form={form} name="slack_id" />
        <EmployeeSelectField form={form} name="gender" values={genders} words="people.gender" />
        <EmployeeSelectField form={form} name="last_degree" values={educationLevels} words="people.degree" />
        <EmployeeTextField form={form} name="address" />
        <EmployeeTextField form={form} name="city" />
        <EmployeeTextField form={form} name="credential_number" />
        <span className={classes.gap} />
        <EmployeeDateField form={form} name="issued_date" max={form.values.expiry_date} />
        <EmployeeDateField form={form} name="expiry_date" min={form.values.issued_date} />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Panel title={title} padded>
      <div className={flow.fields}>{children}</div>
    </Panel>
  );
}

function ReadOnlyReason() {
  const text = useText();
  if (!useContext(ReadOnlyEmploymentContext)) return null;
  return (
    <div className={classes.wide}>
      <p className={tones.quiet}>{text("problem.user.ownEmployment")}</p>
    </div>
  );
}

function Role({ form }: { form: EmployeeFormState }) {
  const text = useText();
  const roleName = useRoleName();
  const roles = useEndpoint(readUserRoles);
  return (
    <>
      <FailedReads reads={[roles]} />
      <RecordField
        form={form}
        name="role_id"
        label={text("people.field.role")}
        options={(roles.data?.data ?? []).map((one) => ({ id: one.id, label: roleName(one) ?? "" }))}
        required
      />
    </>
  );
}

function Places({ form, id }: { form: EmployeeFormState; id?: number }) {
  const text = useText();
  const positions = useEndpoint(selectPositions);
  const departments = useEndpoint(selectDepartments);
  const people = useEndpoint(selectUsers);
  const leaders = usePeopleOptions((people.data?.data ?? []).filter((person) => person.id !== id));
  return (
    <>
      <FailedReads reads={[positions, departments, people]} />
      <RecordField
        form={form}
        name="position_id"
        label={text("people.field.position")}
        options={(positions.data?.data ?? []).map((position) => ({ id: position.id, label: position.title }))}
      />
      <RecordField
        form={form}
        name="department_id"
        label={text("people.field.department")}
        options={(departments.data?.data ?? []).map((department) => ({ id: department.id, label: department.name }))}
      />
      <RecordField form={form} name="parent_id" label={text("people.field.parent")} options={leaders} />
      <MultiRecordField
        form={form}
        name="dotted_ids"
        label={text("people.dotted")}
        description={text("people.dotted.why")}
        options={leaders.filter(({ id: other }) => other !== form.values.parent_id)}
      />
    </>
  );
}

function Schedule({ form }: { form: EmployeeFormState }) {
  const text = useText();
  return (
    <ScheduleFields
      label={<OptionalLabel label={text("schedule.title")} />}
      value={form.values.schedule}
      onChange={(weeks) => form.setValue("schedule", weeks)}
      errors={{
        minutes: form.valueProps("schedule.minutes" as never).error,
        other: form.valueProps("schedule.other" as never).error,
      }}
    />
  );
}

function Salary({ form }: { form: EmployeeFormState }) {
  const text = useText();
  const isReadOnly = useIsReadOnly("salary");
  const salary = useSalaryField(form);
  return (
    <div className={classes.salary}>
      <AmountField
        label={<OptionalLabel label={text("people.field.salary")} />}
        {...salary}
        currency={form.values.currency || undefined}
        withoutSign
        before={form.values.currency === form.startValues.currency ? form.startValues.salary : null}
        disabled={isReadOnly}
      />
      <Select
        label={text("people.field.currency")}
        {...form.valueProps<string | null>("currency")}
        value={form.values.currency || null}
        onChange={(code) => form.setValue("currency", code ?? "")}
        data={currencyCodes.map((code) => ({ value: code, label: code }))}
        disabled={isReadOnly}
        searchable
        clearable
        allowDeselect={false}
        limit={100}
      />
    </div>
  );
}

function Access({ form }: { form: EmployeeFormState }) {
  const text = useText();
  const { day } = useFormat();
  const today = useOrganizationToday();
  const { access, date_of_joining: joining } = form.values;
  const joins = joining && joining > today ? joining : null;
  return (
    <div className={classes.wide}>
      <SegmentedControl
        aria-label={text("people.access")}
        value={access}
        onChange={(value) => {
          form.setValue("access", value);
          for (const field of ["password", "password_confirmation"] as const) form.setValue(field, "");
        }}
        data={[
          { value: "invite", label: text("people.access.invite") },
          { value: "password", label: text("people.access.password") },
        ]}
      />
      {access === "invite" ? (
        <>
          {joins && (
            <Switch
              label={text("people.access.firstDay", { day: day(joins, "medium") })}
              checked={!form.values.invite_now}
              onChange={(event) => form.setValue("invite_now", !event.currentTarget.checked)}
            />
          )}
          <p className={tones.quiet}>{text("people.access.invite.why")}</p>
        </>
      ) : (
        <div className={`${flow.fields} ${classes.passwords}`}>
          <PasswordInput label={text("people.password")} {...form.field("password")} autoComplete="new-password" />
          <PasswordInput
            label={text("people.password.again")}
            {...form.field("password_confirmation")}
            autoComplete="new-password"
          />
        </div>
      )}
    </div>
  );
}
