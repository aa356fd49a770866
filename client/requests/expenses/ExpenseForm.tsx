import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertCircle, IconPlus } from "@tabler/icons-react";
import {
  deleteExpense,
  type ExpenseChoices,
  type ExpenseDetail,
} from "../../../shared/requests/expenses/expenses.contract";
import { ChainPreview } from "../../approvals/approvals/ChainPreview";
import { RequestForm } from "../../approvals/documents/RequestForm";
import { useText } from "../../platform/intl/useText";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { Panel } from "../../ui/Panel";
import { Money } from "../../ui/signs/Money";
import layout from "../money/RequestFields.module.css";
import notice from "../money/RequestNotice.module.css";
import { ClaimFields } from "./ClaimFields";
import { ExpenseItemFields } from "./ExpenseItemFields";
import { type ItemValues, newItem, totalOf } from "./expense.values";
import { discardTexts } from "../money/request-texts";
import classes from "./expenses.module.css";
import { ReceiptButtons } from "./ReceiptButtons";
import { useExpenseForm } from "./useExpenseForm";

interface ExpenseFormProps {
  /** Null for a new claim. */
  claim: ExpenseDetail | null;
  choices: ExpenseChoices;
}

/** A single mobile-first page, which asks for a photo of the receipt and then for its amount. Drafts are saved while typing. */
export function ExpenseForm({ claim, choices }: ExpenseFormProps) {
  const text = useText();
  const today = useOrganizationToday();
  const { document, itemIdOf, addFiles, removeFile, isUploading, canSend } = useExpenseForm(claim);
  const { form } = document;
  const { items } = form.values;
  const setItems = (changed: ItemValues[]) => form.setValue("items", changed);
  const emptyItem = () => newItem(today, choices.currency);
  /** Each file becomes an item of its own. */
  const addItems = (files: readonly File[]) => {
    const added = files.map(emptyItem);
    const next = [...items, ...added];
    setItems(next);
    void addFiles(
      next,
      files.map((file, at) => ({ file, at: items.length + at })),
    );
  };
  const total = totalOf(items, choices);
  const [debouncedTotal] = useDebouncedValue(total, 250);
  const itemsError = form.errorAt("items");
  return (
    <RequestForm
      document={document}
      title={claim?.number ? text("finance.changeTitle", { number: claim.number }) : text("expense.new")}
      discard={{ endpoint: deleteExpense, texts: discardTexts }}
      sendLabel={claim?.sent_at ? "finance.resend" : "expense.send"}
      canSend={canSend}
      aside={
        <>
          <Panel padded>
            <span className={layout.label}>{text("finance.total")}</span>
            <span className={classes.total}>
              <Money amount={total} currency={choices.currency} />
            </span>
            <p className={layout.note}>{text("expense.ratesKept")}</p>
          </Panel>
          <ChainPreview family="expense" type="expense" amount={debouncedTotal} currency={choices.currency} />
        </>
      }
    >
      {itemsError && (
        <p className={notice.warning} role="alert">
          <IconAlertCircle size={16} stroke={1.75} aria-hidden />
          {itemsError}
        </p>
      )}
      {items.map((item, at) => (
        <ExpenseItemFields
          key={item.key}
          item={item}
          position={at}
          choices={choices}
          today={today}
          claim={document.draft.record}
          itemId={itemIdOf(item.key)}
          errorAt={(field) => form.errorAt(`items.${at}.${field}`)}
          onChange={(changed) => setItems(items.map((each) => (each === item ? { ...each, ...changed } : each)))}
          onRemove={() => setItems(items.filter((each) => each !== item))}
          onFiles={(files) =>
            void addFiles(
              items,
              files.map((file) => ({ file, at })),
            )
          }
          onRemoveFile={removeFile}
        />
      ))}
      <div className={classes.add} data-first={items.length === 0 || undefined}>
        <ReceiptButtons label={text("expense.addReceipts")} isUploading={isUploading} onFiles={addItems} />
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => setItems([...items, emptyItem()])}
        >
          {text("expense.addItem")}
        </Button>
      </div>
      <ClaimFields form={form} choices={choices} advance={claim?.advance ?? null} />
    </RequestForm>
  );
}
