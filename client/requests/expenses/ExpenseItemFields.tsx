import { ActionIcon, Select, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { maxKilometres } from "../../../shared/requests/expenses/expenses.schema";
import { isAmount } from "../../../shared/kernel/money";
import type { ExpenseChoices, ExpenseDetail } from "../../../shared/requests/expenses/expenses.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { AmountField } from "../../ui/fields/AmountField";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { Panel } from "../../ui/Panel";
import { Money } from "../../ui/signs/Money";
import layout from "../money/RequestFields.module.css";
import { amountsOf, type ItemValues } from "./expense.values";
import classes from "./expenses.module.css";
import { ExpenseWarnings } from "./ExpenseWarnings";
import { ItemDetails } from "./ItemDetails";
import { ReceiptButtons } from "./ReceiptButtons";
import { ReceiptLinks } from "./ReceiptLinks";
import { optionsWith, useItemControls } from "./useItemControls";

interface ExpenseItemFieldsProps {
  item: ItemValues;
  position: number;
  choices: ExpenseChoices;
  today: string;
  /** The claim as stored last; null before the first save. */
  claim: ExpenseDetail | null;
  itemId: number | null;
  errorAt: (field: string) => string | undefined;
  onChange: (changed: Partial<ItemValues>) => void;
  onRemove: () => void;
  onFiles: (files: readonly File[]) => void;
  onRemoveFile: (id: number) => void;
}

/** Receipts, amount, category and day of an item. Rarely needed fields are collapsed. */
export function ExpenseItemFields(props: ExpenseItemFieldsProps) {
  const { item, position, choices, today, claim, itemId, errorAt, onChange, onRemove, onFiles, onRemoveFile } = props;
  const text = useText();
  const { number } = useFormat();
  const stored = claim?.items.find(({ id }) => id === itemId);
  const { categories, currency: home, currencies } = choices;
  const category = categories.find(({ id }) => id === item.category_id);
  const mileage = (category?.km_rate ?? null) !== null;
  const { amount, home: inHome } = amountsOf(item, choices);
  const codes = [...new Set([home, ...currencies.map(({ code }) => code), item.currency])];
  const { field, textField, idField } = useItemControls(props);
  const receiptError = errorAt("receipts");
  return (
    <Panel
      padded
      title={text("expense.itemNumber", { number: number(position + 1) })}
      end={
        <ActionIcon aria-label={text("finance.item.removeOf", { number: number(position + 1) })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
    >
      <div className={layout.stack}>
        <div className={classes.files}>
          <ReceiptLinks files={stored?.receipts ?? []} onRemove={onRemoveFile} />
          <ReceiptButtons
            size="xs"
            label={text("expense.addReceipt")}
            isInvalid={receiptError !== undefined}
            onFiles={onFiles}
          />
        </div>
        {receiptError && (
          <p className={classes.error} role="alert">
            {receiptError}
          </p>
        )}
        <div className={layout.pair}>
          {mileage ? (
            <AmountField
              label={text("expense.kilometres")}
              description={amount !== null && <Money amount={amount} currency={home} />}
              currency={undefined}
              max={Number(maxKilometres)}
              {...field("kilometres")}
            />
          ) : (
            <div className={classes.money}>
              <AmountField label={text("finance.amount")} currency={item.currency} withoutSign {...field("amount")} />
              <Select
                aria-label={text("finance.currency")}
                allowDeselect={false}
                searchable
                data={codes}
                {...field("currency")}
                onChange={(currency) => currency && onChange({ currency })}
              />
              {item.currency !== home && isAmount(item.amount) && (
                <small>
                  <Money amount={inHome} currency={home} />
                </small>
              )}
            </div>
          )}
          <Select
            label={text("expense.category")}
            searchable
            data={optionsWith(stored?.category, categories)}
            {...idField("category_id")}
          />
        </div>
        <div className={layout.pair}>
          <TextInput label={<OptionalLabel label={text("finance.supplier")} />} {...textField("supplier")} />
          <DateField label={text("expense.day")} max={today} {...field("spent_on")} />
        </div>
        <ItemDetails {...props} ownProject={stored?.project} isMileage={mileage} />
        {claim && itemId !== null && <ExpenseWarnings claim={claim} itemId={itemId} />}
      </div>
    </Panel>
  );
}
