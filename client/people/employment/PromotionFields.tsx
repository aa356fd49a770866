import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Select, TextInput } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AnyObjectSchema } from "yup";
import { selectDepartments } from "../../../shared/people/departments/departments.contract";
import { currencyCodes } from "../../../shared/kernel/money";
import { useSalaryField } from "../people/useSalaryField";
import { contractTypes } from "../../../shared/people/people/people.fields";
import { readUserRoles } from "../../../shared/people/people/user-changes.contract";
import { selectUsers } from "../../../shared/people/people/users.contract";
import { selectPositions } from "../../../shared/people/positions/positions.contract";
import { listWorkSchedules } from "../../../shared/work/schedules/schedules.contract";
import { scheduleOn } from "../../../shared/work/schedules/schedules.rules";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { ScheduleFields } from "../../work/schedules/ScheduleFields";
import { useWeeksText } from "../../work/schedules/useWeeksText";
import { AmountField } from "../../ui/fields/AmountField";
import { Money } from "../../ui/signs/Money";
import type { useForm } from "../../ui/form/form";
import { FailedReads } from "../../ui/states/FailedReads";
import type { Employee, PromotionValues } from "./promotion-values";
import classes from "./PromotionForm.module.css";
import { useRoleName } from "../../platform/intl/useRoleName";

export type PromotionState = ReturnType<typeof useForm<AnyObjectSchema, PromotionValues>>;

interface FieldsProps {
  form: PromotionState;
  employee: Employee;
}

export function PromotionFields({ form, employee }: FieldsProps) {
  const text = useText();
  const pay = useSalaryField(form);
  const { contract_type: contract, location, salary, currency } = employee;
  return (
    <div className={classes.fields}>
      <Places form={form} employee={employee} />
      <Row label={text("people.field.contract_type")} now={contract ? text(`people.contract.${contract}`) : null}>
        <Select
          {...form.valueProps<string | null>("contract_type")}
          aria-label={text("employment.becomes", { field: text("people.field.contract_type") })}
          data={contractTypes.map((type) => ({ value: type, label: text(`people.contract.${type}`) }))}
          clearable
        />
      </Row>
      <Row label={text("people.field.location")} now={location}>
        <TextInput
          {...form.field("location")}
          aria-label={text("employment.becomes", { field: text("people.field.location") })}
        />
      </Row>
      <ScheduleRow form={form} employee={employee} />
      <Row
        label={text("people.field.salary")}
        now={salary && currency ? <Money amount={salary} currency={currency} /> : null}
      >
        <div className={classes.salary}>
          <AmountField
            {...pay}
            currency={form.values.currency || undefined}
            withoutSign
            before={form.values.currency === currency ? salary : null}
            aria-label={text("employment.becomes", { field: text("people.field.salary") })}
          />
          <Select
            aria-label={text("people.field.currency")}
            {...form.valueProps<string | null>("currency")}
            data={currencyCodes.map((code) => ({ value: code, label: code }))}
            searchable
            allowDeselect={false}
            limit={100}
          />
        </div>
      </Row>
    </div>
  );
}

const organization = { minutes: null, other: null };

function ScheduleRow({ form, employee }: FieldsProps) {
  const text = useText();
  const label = text("schedule.title");
  const { schedule } = form.values;
  const weeks = useWeeksText();
  const query = useEndpoint(listWorkSchedules, { params: { id: employee.id } });
  const found = query.data?.data;
  return (
    <Row
      label={label}
      now={
        query.isLoadingError ? (
          <FailedReads reads={[query]} />
        ) : (
          found && weeks(scheduleOn(found.schedules, found.today) ?? organization)
        )
      }
    >
      <ScheduleFields
        aria-label={text("employment.becomes", { field: label })}
        value={schedule ?? organization}
        onChange={(chosen) => form.setValue("schedule", chosen)}
        unchanged={{
          label: text("schedule.unchanged"),
          chosen: schedule === null,
          onChoose: () => form.setValue("schedule", null),
        }}
        errors={{
          minutes: form.valueProps("schedule.minutes" as never).error,
          other: form.valueProps("schedule.other" as never).error,
        }}
      />
    </Row>
  );
}

function Places({ form, employee }: FieldsProps) {
  const text = useText();
  const roleName = useRoleName();
  const positions = useEndpoint(selectPositions);
  const departments = useEndpoint(selectDepartments);
  const people = useEndpoint(selectUsers);
  const leaders = usePeopleOptions((people.data?.data ?? []).filter(({ id }) => id !== employee.id));
  const roles = useEndpoint(readUserRoles);
  const { position, department, parent, role } = employee;
  return (
    <>
      <FailedReads reads={[positions, departments, people, roles]} />
      <OneOf
        form={form}
        name="position_id"
        label={text("people.field.position")}
        now={position?.title}
        options={(positions.data?.data ?? []).map(({ id, title }) => ({ id, label: title }))}
      />
      <OneOf
        form={form}
        name="department_id"
        label={text("people.field.department")}
        now={department?.name}
        options={(departments.data?.data ?? []).map(({ id, name }) => ({ id, label: name }))}
      />
      <OneOf
        form={form}
        name="parent_id"
        label={text("people.field.parent")}
        now={parent?.fullname}
        options={leaders}
      />
      <OneOf
        form={form}
        name="role_id"
        label={text("people.field.role")}
        now={roleName(role)}
        options={(roles.data?.data ?? []).map((one) => ({ id: one.id, label: roleName(one) ?? "" }))}
      />
    </>
  );
}

interface OneOfProps {
  form: PromotionState;
  name: "position_id" | "department_id" | "parent_id" | "role_id";
  label: string;
  now: string | undefined;
  options: readonly { id: number; label: string }[];
}

function OneOf({ form, name, label, now, options }: OneOfProps) {
  const text = useText();
  const { value, onChange, ...rest } = form.valueProps<number | null>(name);
  return (
    <Row label={label} now={now}>
      <Select
        {...rest}
        aria-label={text("employment.becomes", { field: label })}
        data={options.map((option) => ({ value: String(option.id), label: option.label }))}
        value={value === null ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
        searchable
        clearable={name !== "role_id"}
        limit={100}
        nothingFoundMessage={options.length > 0 && text("people.noneSuch")}
      />
    </Row>
  );
}

interface RowProps {
  label: string;
  now: ReactNode;
  children: ReactNode;
}

function Row({ label, now, children }: RowProps) {
  return (
    <div className={classes.row}>
      <span className={classes.label}>{label}</span>
      <span className={classes.now}>
        <bdi>{now ?? "–"}</bdi>
      </span>
      <IconArrowRight size={16} stroke={1.75} aria-hidden className={classes.arrow} />
      {children}
    </div>
  );
}
