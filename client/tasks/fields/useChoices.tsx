import { IconChartBar, type IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import type { BoardTask } from "../../../shared/tasks/tasks.contract";
import { type ChoiceField, type ChoiceOf, choicesOf, type FieldWith } from "../../../shared/tasks/tasks.field-lists";
import { useFormat, useText } from "../../platform/intl/useText";
import { PriorityBars } from "../../ui/signs/PriorityBars";
import type { PickerOption } from "./Picker";

/** How a field with a few values looks; its words are `task.<field>` and `task.<field>.<value>`. */
interface ChoiceLook<F extends ChoiceField> {
  /** Stands before the word; null for none. */
  sign: ((value: ChoiceOf<F>) => ReactNode) | null;
  /** In the bar for several tasks. */
  icon: F extends FieldWith<{ inBulkBar: true }> ? ComponentType<IconProps> : null;
}

const looks: { [F in ChoiceField]: ChoiceLook<F> } = {
  priority: { sign: (value) => <PriorityBars priority={value} />, icon: IconChartBar },
  complexity: { sign: null, icon: null },
};

export const bulkIconOf = (field: ChoiceField) => looks[field].icon;

type Words = { [F in ChoiceField]: `task.${F}.${ChoiceOf<F>}` }[ChoiceField];

/** The value of a card that the table of fields allows: a newer server may know others. */
export function choiceIn<F extends ChoiceField>(task: Pick<BoardTask, ChoiceField>, field: F): ChoiceOf<F> {
  return choiceOr(field, task[field]);
}

export function choiceOr<F extends ChoiceField>(field: F, value: unknown): ChoiceOf<F> {
  const choices = choicesOf(field);
  return choices.find((one) => one === value) ?? (choices[Math.floor(choices.length / 2)] as ChoiceOf<F>);
}

/** Fields with a few values, in the reader's words. Figures are told by their number as well. */
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
        icon: looks[field].sign?.(value),
      })),
    /** In a cell of the list; `muted` is the class of a word beside its sign. */
    cell: <F extends ChoiceField>(field: F, value: ChoiceOf<F>, muted: string | undefined): ReactNode =>
      typeof value === "number" ? (
        number(value)
      ) : (
        <>
          {looks[field].sign?.(value)}
          <span className={muted}>{word(field, value)}</span>
        </>
      ),
    /** On the task's own page. */
    row: <F extends ChoiceField>(field: F, value: ChoiceOf<F>, muted: string | undefined): ReactNode =>
      typeof value === "number" ? (
        <>
          <span className="num">{number(value)}</span>
          <span className={muted}>{text("task.complexity.of", { word: word(field, value) })}</span>
        </>
      ) : (
        <>
          {looks[field].sign?.(value)}
          {word(field, value)}
        </>
      ),
  };
}
