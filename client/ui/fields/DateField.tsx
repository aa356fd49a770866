import { TextInput } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";

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

const DatePicker = lazy(async () => ({ default: (await import("./DatePicker")).DatePicker }));

const TypedDate = lazy(async () => ({ default: (await import("./TypedDate")).TypedDate }));

/** A calendar day, chosen from a calendar in the reader's language. The calendar comes when the first field is shown. */
export function DateField({ typed = false, ...props }: DateFieldProps) {
  const { label, "aria-label": ariaLabel, size = "sm", description, error, placeholder, disabled } = props;
  const meanwhile = { label, "aria-label": ariaLabel, size, description, error, placeholder, disabled };
  return (
    <Suspense fallback={<TextInput {...meanwhile} readOnly value="" />}>
      {typed ? <TypedDate {...props} /> : <DatePicker {...props} />}
    </Suspense>
  );
}
