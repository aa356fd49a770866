import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { lazyWithRetry } from "../states/lazy-with-retry";

export interface DateFieldProps {
  name?: string;
  label?: ReactNode;
  "aria-label"?: string;
  size?: "xs" | "sm";
  /** `YYYY-MM-DD` */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  error?: ReactNode;
  description?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  min?: string | null;
  max?: string | null;
}

function LoadingField({ label, "aria-label": ariaLabel, size = "sm", description, error, ...field }: DateFieldProps) {
  const { placeholder, disabled } = field;
  return (
    <TextInput
      {...{ label, "aria-label": ariaLabel, size, description, error, placeholder, disabled }}
      readOnly
      value=""
    />
  );
}

/** Fallback if the calendar fails to load: the browser's date field, without remounting the form around it. */
function NativeDateField({
  value,
  onChange,
  min,
  max,
  onRetry: _again,
  ...field
}: DateFieldProps & { onRetry: () => void }) {
  const days = { min: min ?? undefined, max: max ?? undefined };
  return (
    <TextInput
      type="date"
      size="sm"
      {...field}
      {...days}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

/**
 * The only date field of the app: a day typed in the user's language or chosen from a calendar, which loads with the first field that is
 * shown.
 */
export const DateField = lazyWithRetry(async () => (await import("./TypedDate")).TypedDate, {
  waiting: LoadingField,
  failed: NativeDateField,
});
