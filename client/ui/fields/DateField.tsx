import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { later } from "../states/later";

export interface DateFieldProps {
  name?: string;
  label?: ReactNode;
  /** Where no label stands above it. */
  "aria-label"?: string;
  /** `sm` in forms; `xs` among filters. */
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
  /** The first and the last day that can be chosen. */
  min?: string | null;
  max?: string | null;
  /** Can be typed as well, as the reader's language writes days. */
  typed?: boolean;
}

/** Until the calendar is here. */
function Meanwhile({ label, "aria-label": ariaLabel, size = "sm", description, error, ...field }: DateFieldProps) {
  const { placeholder, disabled } = field;
  return (
    <TextInput
      {...{ label, "aria-label": ariaLabel, size, description, error, placeholder, disabled }}
      readOnly
      value=""
    />
  );
}

/** The calendar couldn't be loaded: the browser has one of its own, and what is filled in around it stays. */
function BrowsersOwn({
  value,
  onChange,
  min,
  max,
  typed: _,
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

const options = { waiting: Meanwhile, failed: BrowsersOwn };
const DatePicker = later(async () => (await import("./DatePicker")).DatePicker, options);
const TypedDate = later(async () => (await import("./TypedDate")).TypedDate, options);

/** A calendar day, chosen from a calendar in the reader's language. The calendar comes when the first field is shown. */
export function DateField({ typed = false, ...props }: DateFieldProps) {
  return typed ? <TypedDate {...props} /> : <DatePicker {...props} />;
}
