import { useState } from "react";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { afterPress } from "../../../../ui/fields/after-press";
import { extraFields, type ItemField, numberQuestions, type SheetItem, sheetColumns } from "./items.sheet";

interface ItemProblemsInput {
  items: readonly SheetItem[];
  /** Whether items have a VAT rate, a cost account and a discount. */
  taxed: boolean;
  error: string | undefined;
  errorAt: (row: number, field: ItemField) => string | undefined;
}

/** Error messages of the items, and questions about numbers with several readings, except in the cell in which the user types. */
export function useItemProblems({ items, taxed, error, errorAt }: ItemProblemsInput) {
  const text = useText();
  const { signs } = useFormat();
  const [typedCell, setTypedCell] = useState<string | null>(null);
  const allQuestions = numberQuestions(items, signs);
  const questions = allQuestions.filter(
    ({ row, column }) => typedCell !== `${row} ${column}` || errorAt(row, column) !== undefined,
  );
  const isAt = (row: number, field: ItemField) => (question: { row: number; column: ItemField }) =>
    question.row === row && question.column === field;
  const messages = [
    ...(error ? [error] : []),
    ...items.flatMap((_, row) =>
      [...sheetColumns, ...(taxed ? extraFields : [])].flatMap((field) => {
        const problem = allQuestions.some(isAt(row, field)) ? undefined : errorAt(row, field);
        return problem ? [text("finance.item.problem", { number: row + 1, problem })] : [];
      }),
    ),
  ];
  return {
    questions,
    messages,
    /** Per row. */
    invalidColumns: items.map(
      (_, row) =>
        new Set(
          sheetColumns.filter((column) => errorAt(row, column) !== undefined || questions.some(isAt(row, column))),
        ),
    ),
    /** Handlers of the table, which notice the cell in which the user types. */
    typing: {
      onInput: ({ target }: { target: EventTarget }) =>
        setTypedCell((target as HTMLInputElement).dataset["cell"] ?? null),
      onBlur: () => afterPress(() => setTypedCell(null)),
    },
  };
}
