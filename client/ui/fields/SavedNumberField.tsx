import { type ComponentProps, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { wasBlurredByUser } from "./blur-tracking";
import { NumberField } from "./NumberField";
import { useUnreadableText } from "./unreadable-text";

interface SavedNumberFieldProps
  extends Pick<ComponentProps<typeof NumberField>, "label" | "description" | "placeholder" | "max"> {
  value: number | null;
  onSave: (value: number | null) => void;
}

/** A whole number above zero, or none. Saved on Enter or blur; an invalid number stays in the field with its error. */
export function SavedNumberField({ value, max, onSave, ...field }: SavedNumberFieldProps) {
  const text = useText();
  const [typed, setTyped] = useState<number | string>(value ?? "");
  const isValid = typed === "" || (typeof typed === "number" && typed >= 1 && typed <= max);
  const unreadable = useUnreadableText(isValid ? null : text("field.between", { min: 1, max }), () =>
    setTyped(value ?? ""),
  );
  const save = () => {
    const next = typed === "" ? null : Number(typed);
    if (!isValid) unreadable.report();
    else if (next !== value) onSave(next);
  };
  return (
    <NumberField
      size="xs"
      {...field}
      {...unreadable.input}
      min={1}
      max={max}
      value={typed}
      error={unreadable.reason}
      onChange={(next) => {
        setTyped(next);
        unreadable.hide();
      }}
      onBlur={() => wasBlurredByUser() && save()}
      onKeyDown={(event) => event.key === "Enter" && save()}
    />
  );
}
