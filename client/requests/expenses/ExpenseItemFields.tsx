import { useLengthError } from "../../ui/fields/length";
import { ActionIcon, Button, FileButton, Select, Textarea, TextInput } from "@mantine/core";
import { IconCamera, IconPaperclip, IconTrash } from "@tabler/icons-react";
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
import { ReceiptLinks } from "./ReceiptLinks";
import { photoTypes, receiptTypes } from "./receipt-types";

const icon = { size: 14, stroke: 1.75, "aria-hidden": true } as const;

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
  const field = (name: keyof ItemValues) => ({
    value: item[name] as string,
    error: errorAt(name),
    "aria-invalid": errorAt(name) !== undefined || undefined,
  });
  const typed = (name: "supplier" | "note") => ({
    ...field(name),
    error: lengthError(item[name], name === "note" ? 2000 : 200) ?? field(name).error,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  const amountField = (name: "amount" | "vat_rate" | "vat_amount" | "kilometres") => ({
    ...field(name),
    onChange: (value: string) => onChange({ [name]: value }),
  });
  // A category or project that isn't offered any more stays selectable for the item that has it.
  const named = (one: { id: number; name: string } | null | undefined, all: readonly { id: number; name: string }[]) =>
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
          <FileButton accept={photoTypes} capture="environment" onChange={(file) => file && onFiles([file])}>
            {(button) => (
              <Button {...button} size="xs" className={classes.camera} leftSection={<IconCamera {...icon} />}>
                {text("expense.takePhoto")}
              </Button>
            )}
          </FileButton>
          <FileButton multiple accept={receiptTypes} onChange={onFiles}>
            {(button) => (
              <Button
                {...button}
                size="xs"
                aria-invalid={receiptError !== undefined || undefined}
                leftSection={<IconPaperclip {...icon} />}
              >
                {text("expense.addReceipt")}
              </Button>
            )}
          </FileButton>
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
              {...amountField("kilometres")}
            />
          ) : (
            <div className={classes.money}>
              <AmountField
                label={text("finance.amount")}
                currency={item.currency}
                withoutSign
                {...amountField("amount")}
              />
              <Select
                aria-label={text("finance.currency")}
                allowDeselect={false}
                searchable
                data={codes}
                value={item.currency}
                error={errorAt("currency")}
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
            data={named(stored?.category, categories)}
            value={item.category_id === null ? null : String(item.category_id)}
            error={errorAt("category_id")}
            aria-invalid={errorAt("category_id") !== undefined || undefined}
            onChange={(id) => onChange({ category_id: id === null ? null : Number(id) })}
          />
        </div>
        <div className={layout.pair}>
          <TextInput label={<OptionalLabel label={text("finance.supplier")} />} {...typed("supplier")} />
          <DateField
            label={text("expense.day")}
            max={today}
            value={item.spent_on}
            error={errorAt("spent_on")}
            onChange={(day) => onChange({ spent_on: day })}
          />
        </div>
        <details className={classes.more} open={hasMore || undefined}>
          <summary>{text("expense.more")}</summary>
          <div className={layout.stack}>
            <div className={layout.pair}>
              <DateField
                label={<OptionalLabel label={text("finance.serviceFrom")} />}
                value={item.service_from}
                error={errorAt("service_from")}
                onChange={(day) => onChange({ service_from: day })}
              />
              <DateField
                label={<OptionalLabel label={text("finance.serviceTo")} />}
                value={item.service_to}
                error={errorAt("service_to")}
                onChange={(day) => onChange({ service_to: day })}
              />
            </div>
            {!mileage && (
              <div className={layout.pair}>
                <AmountField
                  label={<OptionalLabel label={text("expense.vatRate")} />}
                  currency={undefined}
                  max={100}
                  {...amountField("vat_rate")}
                />
                {item.vat_rate === "" ? (
                  <AmountField
                    label={<OptionalLabel label={text("expense.vatAmount")} />}
                    currency={item.currency}
                    {...amountField("vat_amount")}
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
              data={named(stored?.project, projects)}
              value={item.project_id === null ? null : String(item.project_id)}
              error={errorAt("project_id")}
              onChange={(id) => onChange({ project_id: id === null ? null : Number(id) })}
            />
            <Textarea
              autosize
              minRows={2}
              label={<OptionalLabel label={text("expense.itemNote")} />}
              {...typed("note")}
            />
          </div>
        </details>
        {claim && itemId !== null && <ExpenseWarnings claim={claim} itemId={itemId} />}
      </div>
    </Panel>
  );
}
