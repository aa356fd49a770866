import { getIn } from "formik";
import type { ChangeEvent } from "react";

interface FieldSource<V> {
  values: V;
  errorAt: (name: string) => string | undefined;
  onChange: (name: string, value: unknown) => void;
  onBlur: (name: string) => void;
}

/** Props of inputs, by what their change handler receives: an event of a text, a value, or an event of a checkbox. */
export const fieldBindings = <V>({ values, errorAt, onChange, onBlur }: FieldSource<V>) => ({
  field: (name: keyof V & string) => ({
    name,
    value: (getIn(values, name) ?? "") as string,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(name, event.currentTarget.value),
    onBlur: () => onBlur(name),
    error: errorAt(name),
    // Some Mantine inputs don't set `aria-invalid` themselves.
    "aria-invalid": errorAt(name) !== undefined || undefined,
  }),
  valueProps: <T>(name: keyof V & string) => ({
    name,
    value: getIn(values, name) as T,
    onChange: (value: T) => onChange(name, value),
    onBlur: () => onBlur(name),
    error: errorAt(name),
  }),
  check: (name: keyof V & string) => ({
    name,
    checked: Boolean(getIn(values, name)),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(name, event.currentTarget.checked),
    error: errorAt(name),
  }),
});
