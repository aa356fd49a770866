import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import { useFormat, useText } from "../../platform/intl/useText";

interface NamedPerson {
  id: number;
  fullname: string;
}

type DisplayedField = Pick<ProjectField, "kind" | "unit" | "options">;

/** Returns a function that formats a value of a project's field. `people` are the users of the project. */
export function useValueText(): (field: DisplayedField, value: FieldValue, people: readonly NamedPerson[]) => string {
  const text = useText();
  const { day, list, number } = useFormat();
  return (field, value, people) => {
    const titleOf = (id: number) =>
      field.options.find((option) => option.id === id)?.title ?? text("projectField.unknown");
    switch (field.kind) {
      case "number": {
        const amount = number(value as number);
        return field.unit ? text("projectField.numberWithUnit", { number: amount, unit: field.unit }) : amount;
      }
      case "day":
        return day(value as string, "medium");
      case "flag":
        return text(value ? "projectField.yes" : "projectField.no");
      case "choice":
        return titleOf(value as number);
      case "choices":
        return list((value as number[]).map(titleOf));
      case "person":
        return people.find(({ id }) => id === value)?.fullname ?? text("projectField.formerMember");
      case "text":
      case "link":
        return value as string;
    }
  };
}
