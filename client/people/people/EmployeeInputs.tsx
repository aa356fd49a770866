import { MultiSelect, Select, TextInput } from "@mantine/core";
import { createContext, useContext } from "react";
import type { AnyObjectSchema } from "yup";
import { isEmploymentField } from "../../../shared/people/people/own-employment.rules";
import type { contractTypes, educationLevels, genders } from "../../../shared/people/people/people.fields";
import { useText } from "../../platform/intl/useText";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import type { useForm } from "../../ui/form/form";
import type { EmployeeField, EmployeeValues } from "./employee-form";

export type EmployeeFormState = ReturnType<typeof useForm<AnyObjectSchema, EmployeeValues>>;

/** Whether pay, position and department are read-only. */
export const ReadOnlyEmploymentContext = createContext(false);

export const useIsReadOnly = (name: EmployeeField): boolean =>
  useContext(ReadOnlyEmploymentContext) && isEmploymentField(name);

type TextName = {
  [Name in EmployeeField]: EmployeeValues[Name] extends string
    ? string extends EmployeeValues[Name]
      ? Name
      : never
    : never;
}[EmployeeField] &
  Exclude<EmployeeField, "password" | "password_confirmation" | "currency">;

interface LineFieldProps {
  form: EmployeeFormState;
  name: TextName;
  required?: boolean;
  type?: "email" | "tel";
}

export function EmployeeTextField({ form, name, required = false, type }: LineFieldProps) {
  const label = useText()(`people.field.${name}`);
  const isReadOnly = useIsReadOnly(name);
  return (
    <TextInput
      label={required ? label : <OptionalLabel label={label} />}
      {...form.field(name)}
      type={type}
      disabled={isReadOnly}
      autoComplete="off"
    />
  );
}

interface DayFieldProps {
  form: EmployeeFormState;
  name: "date_of_joining" | "contract_start" | "contract_end" | "issued_date" | "expiry_date";
  min?: string | null;
  max?: string | null;
}

export function EmployeeDateField({ form, name, min, max }: DayFieldProps) {
  const label = useText()(`people.field.${name}`);
  const isReadOnly = useIsReadOnly(name);
  return (
    <DateField
      label={<OptionalLabel label={label} />}
      {...form.valueProps<string | null>(name)}
      min={min}
      max={max}
      disabled={isReadOnly}
    />
  );
}

type ChoiceFieldProps =
  | { form: EmployeeFormState; name: "contract_type"; values: typeof contractTypes; words: "people.contract" }
  | { form: EmployeeFormState; name: "gender"; values: typeof genders; words: "people.gender" }
  | { form: EmployeeFormState; name: "last_degree"; values: typeof educationLevels; words: "people.degree" };

export function EmployeeSelectField({ form, name, values, words }: ChoiceFieldProps) {
  const text = useText();
  const isReadOnly = useIsReadOnly(name);
  return (
    <Select
      {...form.valueProps<string | null>(name)}
      label={<OptionalLabel label={text(`people.field.${name}`)} />}
      data={values.map((value) => ({ value, label: text(`${words}.${value}` as "people.gender.female") }))}
      disabled={isReadOnly}
      clearable
    />
  );
}

interface NamedOption {
  id: number;
  label: string;
}

interface RecordFieldProps {
  form: EmployeeFormState;
  name: "role_id" | "position_id" | "department_id" | "parent_id";
  label: string;
  options: readonly NamedOption[];
  required?: boolean;
}

export function RecordField({ form, name, label, options, required = false }: RecordFieldProps) {
  const text = useText();
  const isReadOnly = useIsReadOnly(name);
  const { value, onChange, ...rest } = form.valueProps<number | null>(name);
  return (
    <Select
      {...rest}
      label={required ? label : <OptionalLabel label={label} />}
      data={options.map((option) => ({ value: String(option.id), label: option.label }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      disabled={isReadOnly}
      searchable
      clearable={!required}
      limit={100}
      nothingFoundMessage={options.length > 0 && text("people.noneSuch")}
    />
  );
}

interface MultiRecordFieldProps {
  form: EmployeeFormState;
  name: "dotted_ids";
  label: string;
  description: string;
  options: readonly NamedOption[];
}

export function MultiRecordField({ form, name, label, description, options }: MultiRecordFieldProps) {
  const text = useText();
  const { value, onChange, ...rest } = form.valueProps<number[]>(name);
  return (
    <MultiSelect
      {...rest}
      label={<OptionalLabel label={label} />}
      description={description}
      data={options.map((option) => ({ value: String(option.id), label: option.label }))}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      searchable
      clearable
      limit={100}
      maxValues={10}
      nothingFoundMessage={options.length > 0 && text("people.noneSuch")}
    />
  );
}
