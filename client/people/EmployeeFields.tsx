import { PasswordInput, SegmentedControl, Select, Switch } from "@mantine/core";
import { useContext } from "react";
import { selectDepartments } from "../../shared/departments/departments.contract";
import { currencyCodes } from "../../shared/kernel/money";
import { contractTypes, educations, genders } from "../../shared/people/people.fields";
import { userRoles } from "../../shared/people/user-changes.contract";
import { selectUsers } from "../../shared/people/users.contract";
import { selectPositions } from "../../shared/positions/positions.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { AmountField } from "../ui/fields/AmountField";
import { Optional } from "../ui/fields/Optional";
import { Panel } from "../ui/Panel";
import { Choice, Day, type EmployeeFormState, KeptEmployment, Line, OneOf, Several, useIsKept } from "./EmployeeInputs";
import classes from "./EmployeeForm.module.css";

interface EmployeeFieldsProps {
  form: EmployeeFormState;
  isNew: boolean;
  /** Of somebody who is there already: nobody leads themself. */
  id?: number;
}

/** Everything about a person, in sections with one save. */
export function EmployeeFields({ form, isNew, id }: EmployeeFieldsProps) {
  const text = useText();
  return (
    <>
      <Section title={text("people.section.account")}>
        <Line form={form} name="fullname" required max={120} />
        <Line form={form} name="email" required max={254} type="email" />
        <Role form={form} />
        <Switch label={text("people.external")} description={text("people.external.why")} {...form.check("external")} />
        {isNew && <Access form={form} />}
      </Section>
      <Section title={text("people.work")}>
        <WhyKept />
        <Places form={form} id={id} />
        <Line form={form} name="employee_id" max={40} />
        <Line form={form} name="location" max={120} />
        <Choice form={form} name="contract_type" values={contractTypes} words="people.contract" />
        <Day form={form} name="date_of_joining" />
        <Day form={form} name="contract_start" max={form.values.contract_end} />
        <Day form={form} name="contract_end" min={form.values.contract_start} />
        <Salary form={form} />
      </Section>
      <Section title={text("people.personal")}>
        <Line form={form} name="phone_number" max={40} type="tel" />
        <Line form={form} name="slack_id" max={60} />
        <Choice form={form} name="gender" values={genders} words="people.gender" />
        <Choice form={form} name="last_degree" values={educations} words="people.degree" />
        <Line form={form} name="address" max={300} />
        <Line form={form} name="city" max={120} />
        <Line form={form} name="credential_number" max={60} />
        <span className={classes.gap} />
        <Day form={form} name="issued_date" max={form.values.expiry_date} />
        <Day form={form} name="expiry_date" min={form.values.issued_date} />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Panel title={title} padded>
      <div className={classes.fields}>{children}</div>
    </Panel>
  );
}

/** Where it is one's own, and four eyes are asked for. */
function WhyKept() {
  const text = useText();
  if (!useContext(KeptEmployment)) return null;
  return (
    <div className={classes.wide}>
      <p className={classes.note}>{text("problem.user.ownEmployment")}</p>
    </div>
  );
}

/** Roles that one may give, and the one that is there. */
function Role({ form }: { form: EmployeeFormState }) {
  const text = useText();
  const roles = useEndpoint(userRoles).data?.data ?? [];
  return (
    <OneOf
      form={form}
      name="role_id"
      label={text("people.field.role")}
      options={roles.map(({ id, name }) => ({ id, label: name }))}
      required
    />
  );
}

function Places({ form, id }: { form: EmployeeFormState; id?: number }) {
  const text = useText();
  const positions = useEndpoint(selectPositions).data?.data ?? [];
  const departments = useEndpoint(selectDepartments).data?.data ?? [];
  const people = (useEndpoint(selectUsers).data?.data ?? []).filter((person) => person.id !== id);
  return (
    <>
      <OneOf
        form={form}
        name="position_id"
        label={text("people.field.position")}
        options={positions.map((position) => ({ id: position.id, label: position.title }))}
      />
      <OneOf
        form={form}
        name="department_id"
        label={text("people.field.department")}
        options={departments.map((department) => ({ id: department.id, label: department.name }))}
      />
      <OneOf
        form={form}
        name="parent_id"
        label={text("people.field.parent")}
        options={people.map((person) => ({ id: person.id, label: person.fullname }))}
      />
      <Several
        form={form}
        name="dotted_ids"
        label={text("people.dotted")}
        description={text("people.dotted.why")}
        options={people
          .filter(({ id: other }) => other !== form.values.parent_id)
          .map((person) => ({ id: person.id, label: person.fullname }))}
      />
    </>
  );
}

function Salary({ form }: { form: EmployeeFormState }) {
  const text = useText();
  const kept = useIsKept("salary");
  return (
    <div className={classes.salary}>
      <AmountField
        label={<Optional label={text("people.field.salary")} />}
        {...form.choice<string>("salary")}
        disabled={kept}
      />
      <Select
        label={text("people.field.currency")}
        {...form.choice<string | null>("currency")}
        value={form.values.currency || null}
        onChange={(code) => form.setValue("currency", code ?? "")}
        data={currencyCodes.map((code) => ({ value: code, label: code }))}
        disabled={kept}
        searchable
        clearable
        limit={100}
      />
    </div>
  );
}

/** How a newcomer comes in. */
function Access({ form }: { form: EmployeeFormState }) {
  const text = useText();
  const { access } = form.values;
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
        <p className={classes.note}>{text("people.access.invite.why")}</p>
      ) : (
        <div className={classes.fields}>
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
