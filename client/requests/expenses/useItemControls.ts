import { useLengthError } from "../../ui/fields/length";
import type { ItemValues } from "./expense.values";

interface ItemControlsOptions {
  item: ItemValues;
  errorAt: (field: string) => string | undefined;
  onChange: (changed: Partial<ItemValues>) => void;
}

/** Props of the fields of an item. */
export function useItemControls({ item, errorAt, onChange }: ItemControlsOptions) {
  const lengthError = useLengthError();
  const errorProps = (name: keyof ItemValues) => ({
    error: errorAt(name),
    "aria-invalid": errorAt(name) !== undefined || undefined,
  });
  return {
    field: <Name extends keyof ItemValues>(name: Name) => ({
      ...errorProps(name),
      value: item[name],
      onChange: (value: ItemValues[Name]) => onChange({ [name]: value }),
    }),
    textField: (name: "supplier" | "note") => ({
      ...errorProps(name),
      error: lengthError(item[name], name === "note" ? 2000 : 200) ?? errorAt(name),
      value: item[name],
      onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
    }),
    idField: (name: "category_id" | "project_id") => ({
      ...errorProps(name),
      value: item[name] === null ? null : String(item[name]),
      onChange: (id: string | null) => onChange({ [name]: id === null ? null : Number(id) }),
    }),
  };
}

interface Named {
  id: number;
  name: string;
}

/** A category or project that isn't offered any more stays selectable for the item that has it. */
export const optionsWith = (own: Named | null | undefined, offered: readonly Named[]) =>
  (own && !offered.some(({ id }) => id === own.id) ? [own, ...offered] : offered).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
