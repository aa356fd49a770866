import { employeeParts } from "./people.slots";

/** A salary is in the organization's currency until another one is chosen. */
export const salaryCurrencyOf = (salary: string, currency: string | null, home: string | null): string | null =>
  currency || (salary.trim() === "" ? null : home);

interface SalaryForm {
  values: { currency: string | null };
  setValue: (name: string, value: unknown) => void;
  valueProps: <T>(name: "salary") => { onChange: (value: T) => void };
}

/** Binds the salary field of a form. When its first digit is typed, an empty currency becomes the organization's. */
export function useSalaryField<F extends SalaryForm>(form: F) {
  const home = employeeParts().useSalaryCurrency();
  const field = form.valueProps<string>("salary") as { value: string; error: string | undefined } & ReturnType<
    typeof form.valueProps<string>
  >;
  return {
    ...field,
    onChange: (salary: string) => {
      const currency = salaryCurrencyOf(salary, form.values.currency, home);
      if (currency && currency !== form.values.currency) form.setValue("currency", currency);
      field.onChange(salary);
    },
  };
}
