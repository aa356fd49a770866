import { MultiSelect, Select, TextInput } from "@mantine/core";
import { createContext, useContext } from "react";
import type { AnyObjectSchema } from "yup";
import { isEmploymentField } from "../../shared/people/own-employment.rules";
import type { contractTypes, educations, genders } from "../../shared/people/people.fields";
import { useText } from "../platform/intl/useText";
import { DateField } from "../ui/fields/DateField";
import { Optional } from "../ui/fields/Optional";
import type { useForm } from "../ui/form/form";
import type { EmployeeField, EmployeeValues } from "./employee-form";

export type EmployeeFormState = ReturnType<typeof useForm<AnyObjectSchema, EmployeeValues>>;

/** Whether what somebody earns, and as what and where they work, is shown and not changed. */
export const KeptEmployment = createContext(false);

export const useIsKept = (name: EmployeeField): boolean => useContext(KeptEmployment) && isEmploymentField(name);

type TextName = {
  [Name in EmployeeField]: EmployeeValues[Name] extends string
    ? string extends EmployeeValues[Name]
      ? Name
      : never
    : never;
}[EmployeeField] &
  Exclude<EmployeeField, "password" | "password_confirmation" | "currency">;

interface LineProps {
  form: EmployeeFormState;
  name: TextName;
  max: number;
  required?: boolean;
  type?: "email" | "tel";
}

export function Line({ form, name, max, required = false, type }: LineProps) {
  const label = useText()(`people.field.${name}`);
  const kept = useIsKept(name);
  return (
    <TextInput
      label={required ? label : <Optional label={label} />}
      {...form.field(name)}
      maxLength={max}
      type={type}
      disabled={kept}
      autoComplete="off"
    />
  );
}

interface DayProps {
  form: EmployeeFormState;
  name: "date_of_joining" | "contract_start" | "contract_end" | "issued_date" | "expiry_date";
  min?: string | null;
  max?: string | null;
}

export function Day({ form, name, min, max }: DayProps) {
  const label = useText()(`people.field.${name}`);
  const kept = useIsKept(name);
  return (
    <DateField
      label={<Optional label={label} />}
      {...form.choice<string | null>(name)}
      min={min}
      max={max}
      disabled={kept}
    />
  );
}

type ChoiceProps =
  | { form: EmployeeFormState; name: "contract_type"; values: typeof contractTypes; words: "people.contract" }
  | { form: EmployeeFormState; name: "gender"; values: typeof genders; words: "people.gender" }
  | { form: EmployeeFormState; name: "last_degree"; values: typeof educations; words: "people.degree" };

export function Choice({ form, name, values, words }: ChoiceProps) {
  const text = useText();
  const kept = useIsKept(name);
  return (
    <Select
      {...form.choice<string | null>(name)}
      label={<Optional label={text(`people.field.${name}`)} />}
      data={values.map((value) => ({ value, label: text(`${words}.${value}` as "people.gender.female") }))}
      disabled={kept}
      clearable
    />
  );
}

interface Named {
  id: number;
  label: string;
}

interface OneOfProps {
  form: EmployeeFormState;
  name: "role_id" | "position_id" | "department_id" | "parent_id";
  label: string;
  options: readonly Named[];
  required?: boolean;
}

export function OneOf({ form, name, label, options, required = false }: OneOfProps) {
  const text = useText();
  const kept = useIsKept(name);
  const { value, onChange, ...rest } = form.choice<number | null>(name);
  return (
    <Select
      {...rest}
      label={required ? label : <Optional label={label} />}
      data={options.map((option) => ({ value: String(option.id), label: option.label }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      disabled={kept}
      searchable
      clearable={!required}
      limit={100}
      nothingFoundMessage={text("people.noneSuch")}
    />
  );
}

interface SeveralProps {
  form: EmployeeFormState;
  name: "dotted_ids";
  label: string;
  description: string;
  options: readonly Named[];
}

export function Several({ form, name, label, description, options }: SeveralProps) {
  const text = useText();
  const { value, onChange, ...rest } = form.choice<number[]>(name);
  return (
    <MultiSelect
      {...rest}
      label={<Optional label={label} />}
      description={description}
      data={options.map((option) => ({ value: String(option.id), label: option.label }))}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      searchable
      clearable
      limit={100}
      maxValues={10}
      nothingFoundMessage={text("people.noneSuch")}
    />
  );
}
