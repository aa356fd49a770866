import { IconChartBar, type IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import {
  type ChoiceField,
  type ChoiceOf,
  choicesOf,
  type TaskFieldWith,
} from "../../../../shared/work/tasks/tasks.field-lists";
import { useFormat, useText } from "../../../platform/intl/useText";
import { PriorityBars } from "../../../ui/signs/PriorityBars";
import type { PickerOption } from "../../../ui/fields/Picker";

/** Appearance of a field with fixed options; its texts are `task.<field>` and `task.<field>.<value>`. */
interface ChoiceAppearance<F extends ChoiceField> {
  sign: ((value: ChoiceOf<F>) => ReactNode) | null;
  icon: F extends TaskFieldWith<{ inBulkBar: true }> ? ComponentType<IconProps> : null;
}

const appearances: { [F in ChoiceField]: ChoiceAppearance<F> } = {
  priority: { sign: (value) => <PriorityBars priority={value} />, icon: IconChartBar },
  complexity: { sign: null, icon: null },
};

export const fieldIconOf = (field: ChoiceField) => appearances[field].icon;

type Words = { [F in ChoiceField]: `task.${F}.${ChoiceOf<F>}` }[ChoiceField];

/** Value of a card's field, or the default for values of a newer server that this client doesn't know. */
export function validChoiceOf<F extends ChoiceField>(task: Pick<BoardTask, ChoiceField>, field: F): ChoiceOf<F> {
  return choiceOrDefault(field, task[field]);
}

export function choiceOrDefault<F extends ChoiceField>(field: F, value: unknown): ChoiceOf<F> {
  const choices = choicesOf(field);
  return choices.find((one) => one === value) ?? (choices[Math.floor(choices.length / 2)] as ChoiceOf<F>);
}

/** Labels and values of fields with fixed options; numeric ones also show their number. */
export function useChoices() {
  const text = useText();
  const { number } = useFormat();
  const word = <F extends ChoiceField>(field: F, value: ChoiceOf<F>) => text(`task.${field}.${value}` as Words);
  return {
    label: (field: ChoiceField) => text(`task.${field}`),
    word,
    options: <F extends ChoiceField>(field: F): PickerOption[] =>
      choicesOf(field).map((value) => ({
        value: String(value),
        label:
          typeof value === "number"
            ? text("task.complexity.choice", { value: number(value), word: word(field, value) })
            : word(field, value),
        icon: appearances[field].sign?.(value),
      })),
    /** Value for a list cell; `muted` is the CSS class of the text next to the icon. */
    cell: <F extends ChoiceField>(field: F, value: ChoiceOf<F>, muted: string | undefined): ReactNode =>
      typeof value === "number" ? (
        number(value)
      ) : (
        <>
          {appearances[field].sign?.(value)}
          <span className={muted}>{word(field, value)}</span>
        </>
      ),
    row: <F extends ChoiceField>(field: F, value: ChoiceOf<F>, muted: string | undefined): ReactNode =>
      typeof value === "number" ? (
        <>
          <span className="num">{number(value)}</span>
          <span className={muted}>{text("task.complexity.of", { word: word(field, value) })}</span>
        </>
      ) : (
        <>
          {appearances[field].sign?.(value)}
          {word(field, value)}
        </>
      ),
  };
}
