import { Select, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { ExpenseChoices, ExpenseDetail } from "../../../shared/requests/expenses/expenses.contract";
import type { ClaimField } from "../../../shared/requests/expenses/expenses.fields";
import { inOrder } from "../../approvals/documents/in-order";
import { useFormat, useText } from "../../platform/intl/useText";
import { useLengthError } from "../../ui/fields/length";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { Panel } from "../../ui/Panel";
import layout from "../money/RequestFields.module.css";
import type { ExpenseValues } from "./expense.values";
import type { useExpenseForm } from "./useExpenseForm";

interface ClaimFieldsProps {
  form: ReturnType<typeof useExpenseForm>["document"]["form"];
  choices: ExpenseChoices;
  /** Advance of the stored claim, which stays selectable when it is settled. */
  advance: ExpenseDetail["advance"];
}

/** Fields of the whole claim. */
export function ClaimFields({ form, choices, advance }: ClaimFieldsProps) {
  const text = useText();
  const { money } = useFormat();
  const lengthError = useLengthError();
  const { title, note, advance_id: advanceId } = form.values;
  const limited = (name: keyof ExpenseValues & string, value: string, max: number) => {
    const field = form.field(name);
    return { ...field, error: lengthError(value, max) ?? field.error };
  };
  const advances = choices.advances.map(({ id, number, title, left, currency }) => ({
    value: String(id),
    label: `${number} ${title}, ${money(left, currency)}`,
  }));
  if (advance && !choices.advances.some(({ id }) => id === advance.id))
    advances.unshift({ value: String(advance.id), label: advance.number });
  const controls: Record<ClaimField, ReactNode> = {
    title: <TextInput label={<OptionalLabel label={text("expense.title")} />} {...limited("title", title, 200)} />,
    advance_id: advances.length > 0 && (
      <Select
        label={<OptionalLabel label={text("expense.advance")} />}
        description={text("expense.advance.hint")}
        clearable
        data={advances}
        {...form.valueProps<string>("advance_id")}
        value={advanceId === null ? null : String(advanceId)}
        onChange={(id) => form.setValue("advance_id", id === null ? null : Number(id))}
      />
    ),
    note: (
      <Textarea
        autosize
        minRows={2}
        label={<OptionalLabel label={text("finance.note")} />}
        {...limited("note", note, 2000)}
      />
    ),
  };
  return (
    <Panel padded>
      <div className={layout.stack}>{inOrder(controls)}</div>
    </Panel>
  );
}
