import { useLengthError } from "../../ui/fields/length";
import { ActionIcon, Select, Textarea, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { maxKilometres } from "../../../shared/requests/expenses/expenses.schema";
import { decimalsOf, isAmount } from "../../../shared/kernel/money";
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
import { ReceiptButtons } from "./ReceiptButtons";
import { ReceiptLinks } from "./ReceiptLinks";

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
  const lengthError = useLengthError();
  const { number, amount: formatted } = useFormat();
  const stored = claim?.items.find(({ id }) => id === itemId);
  const { categories, currency: home, currencies, projects } = choices;
  const category = categories.find(({ id }) => id === item.category_id);
  const mileage = (category?.km_rate ?? null) !== null;
  const { amount, vat_amount, home: inHome } = amountsOf(item, choices);
  const codes = [...new Set([home, ...currencies.map(({ code }) => code), item.currency])];
  const labelled = (name: keyof ItemValues) => ({
    error: errorAt(name),
    "aria-invalid": errorAt(name) !== undefined || undefined,
  });
  const field = <Name extends keyof ItemValues>(name: Name) => ({
    ...labelled(name),
    value: item[name],
    onChange: (value: ItemValues[Name]) => onChange({ [name]: value }),
  });
  const textField = (name: "supplier" | "note") => ({
    ...labelled(name),
    error: lengthError(item[name], name === "note" ? 2000 : 200) ?? errorAt(name),
    value: item[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  const idField = (name: "category_id" | "project_id") => ({
    ...labelled(name),
    value: item[name] === null ? null : String(item[name]),
    onChange: (id: string | null) => onChange({ [name]: id === null ? null : Number(id) }),
  });
  // A category or project that isn't offered any more stays selectable for the item that has it.
  const optionsOf = (
    one: { id: number; name: string } | null | undefined,
    all: readonly { id: number; name: string }[],
  ) =>
    (one && !all.some(({ id }) => id === one.id) ? [one, ...all] : all).map(({ id, name }) => ({
      value: String(id),
      label: name,
    }));
  const receiptError = errorAt("receipts");
  const hasMore =
    errorAt("note") !== undefined ||
    item.note !== "" ||
    item.project_id !== null ||
    (item.service_from ?? item.service_to) !== null;
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
            data={optionsOf(stored?.category, categories)}
            {...idField("category_id")}
          />
        </div>
        <div className={layout.pair}>
          <TextInput label={<OptionalLabel label={text("finance.supplier")} />} {...textField("supplier")} />
          <DateField label={text("expense.day")} max={today} {...field("spent_on")} />
        </div>
        <details className={classes.more} open={hasMore || undefined}>
          <summary>{text("expense.more")}</summary>
          <div className={layout.stack}>
            <div className={layout.pair}>
              <DateField label={<OptionalLabel label={text("finance.serviceFrom")} />} {...field("service_from")} />
              <DateField label={<OptionalLabel label={text("finance.serviceTo")} />} {...field("service_to")} />
            </div>
            {!mileage && (
              <div className={layout.pair}>
                <AmountField
                  label={<OptionalLabel label={text("expense.vatRate")} />}
                  currency={undefined}
                  max={100}
                  {...field("vat_rate")}
                />
                {item.vat_rate === "" ? (
                  <AmountField
                    label={<OptionalLabel label={text("expense.vatAmount")} />}
                    currency={item.currency}
                    {...field("vat_amount")}
                  />
                ) : (
                  <TextInput
                    readOnly
                    label={text("expense.vatAmount")}
                    value={vat_amount === null ? "" : formatted(vat_amount, decimalsOf(item.currency))}
                    rightSection={<small>{item.currency}</small>}
                    rightSectionWidth={48}
                  />
                )}
              </div>
            )}
            <Select
              label={<OptionalLabel label={text("expense.project")} />}
              searchable
              clearable
              data={optionsOf(stored?.project, projects)}
              {...idField("project_id")}
            />
            <Textarea
              autosize
              minRows={2}
              label={<OptionalLabel label={text("expense.itemNote")} />}
              {...textField("note")}
            />
          </div>
        </details>
        {claim && itemId !== null && <ExpenseWarnings claim={claim} itemId={itemId} />}
      </div>
    </Panel>
  );
}
