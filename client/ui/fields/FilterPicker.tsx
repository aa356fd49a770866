import type { ComponentProps, ReactNode } from "react";
import { FilterPill } from "./FilterPill";
import { Picker } from "./Picker";

interface FilterPickerProps extends Omit<ComponentProps<typeof Picker>, "children" | "searchLabel"> {
  label: string;
  /** The chosen value as text; empty if nothing is chosen. */
  value: ReactNode;
  searchLabel?: string;
}

/** A filter with a list of options. */
export function FilterPicker({ label, value, searchLabel = label, ...picker }: FilterPickerProps) {
  return (
    <Picker searchLabel={searchLabel} {...picker}>
      {(button) => <FilterPill label={label} value={value} {...button} />}
    </Picker>
  );
}
