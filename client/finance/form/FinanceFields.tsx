import { Autocomplete, Select, TextInput } from "@mantine/core";
import { listSuppliers } from "../../../shared/finance/finance.contract";
import type { FinanceSettings } from "../../../shared/finance/finance-settings.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import type { useForm } from "../../ui/form/form";
import { Optional } from "../../ui/fields/Optional";
import { Panel } from "../../ui/Panel";
import classes from "./FinanceForm.module.css";
import { type FinanceValues, hasInvoice, hasSupplier } from "./finance.values";

interface FinanceFieldsProps {
  form: Pick<ReturnType<typeof useForm>, "field" | "choice" | "setValue">;
  values: FinanceValues;
  settings: FinanceSettings;
}

/** What it is for, from whom, in which currency and until when. */
export function FinanceFields({ form, values, settings }: FinanceFieldsProps) {
  const text = useText();
  const suppliers = useEndpoint(listSuppliers, {}, { enabled: hasSupplier(values.type) }).data?.data ?? [];
  const codes = [settings.currency, ...settings.currencies.map(({ code }) => code)];
  const offered = [...new Set([...codes, values.currency])];
  return (
    <Panel padded>
      <div className={classes.fields}>
        <TextInput label={text("finance.whatFor")} maxLength={500} {...form.field("details")} />
        {hasSupplier(values.type) && (
          <Autocomplete
            label={<Optional label={text("finance.supplier")} />}
            data={suppliers.map(({ name }) => name)}
            limit={8}
            maxLength={200}
            {...form.choice<string>("supplier")}
          />
        )}
        {hasInvoice(values.type) && (
          <TextInput
            label={<Optional label={text("finance.invoiceNumber")} />}
            maxLength={100}
            {...form.field("invoice_number")}
          />
        )}
        <div className={classes.pair}>
          <Select
            label={text("finance.currency")}
            allowDeselect={false}
            searchable={offered.length > 8}
            data={offered}
            {...form.choice<string | null>("currency")}
            onChange={(code) => code && form.setValue("currency", code)}
          />
          <DateField
            label={<Optional label={text("finance.neededBy")} />}
            {...form.choice<string | null>("needed_by")}
          />
        </div>
      </div>
    </Panel>
  );
}
