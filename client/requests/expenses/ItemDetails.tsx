import { Select, Textarea, TextInput } from "@mantine/core";
import { decimalsOf } from "../../../shared/kernel/money";
import type { ExpenseChoices, ExpenseDetail } from "../../../shared/requests/expenses/expenses.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { AmountField } from "../../ui/fields/AmountField";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import layout from "../money/RequestFields.module.css";
import { amountsOf, type ItemValues } from "./expense.values";
import classes from "./expenses.module.css";
import { optionsWith, useItemControls } from "./useItemControls";

interface ItemDetailsProps {
  item: ItemValues;
  choices: ExpenseChoices;
  /** Project of the stored item. */
  ownProject: ExpenseDetail["items"][number]["project"] | undefined;
  isMileage: boolean;
  errorAt: (field: string) => string | undefined;
  onChange: (changed: Partial<ItemValues>) => void;
}

/** Rarely needed fields of an item: service period, VAT, project and note. */
export function ItemDetails(props: ItemDetailsProps) {
  const { item, choices, ownProject, isMileage, errorAt } = props;
  const text = useText();
  const { amount: formatted } = useFormat();
  const { vat_amount } = amountsOf(item, choices);
  const { field, textField, idField } = useItemControls(props);
  const hasMore =
    errorAt("note") !== undefined ||
    item.note !== "" ||
    item.project_id !== null ||
    (item.service_from ?? item.service_to) !== null;
  return (
    <details className={classes.more} open={hasMore || undefined}>
      <summary>{text("expense.more")}</summary>
      <div className={layout.stack}>
        <div className={layout.pair}>
          <DateField label={<OptionalLabel label={text("finance.serviceFrom")} />} {...field("service_from")} />
          <DateField label={<OptionalLabel label={text("finance.serviceTo")} />} {...field("service_to")} />
        </div>
        {!isMileage && (
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
          data={optionsWith(ownProject, choices.projects)}
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
  );
}
