import { Autocomplete, Select, TextInput } from "@mantine/core";
import { listSupplierNames } from "../../../../shared/requests/finance/finance.contract";
import { dueByTerms } from "../../../../shared/requests/finance/finance.due.rules";
import { selectCostAccounts } from "../../../../shared/requests/accounts/accounts.contract";
import { selectSuppliers } from "../../../../shared/requests/suppliers/suppliers.contract";
import type { FinanceSettings } from "../../../../shared/requests/finance/finance-settings.contract";
import { useText } from "../../../platform/intl/useText";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { useEndpoint } from "../../../platform/query";
import { DateField } from "../../../ui/fields/DateField";
import type { useForm } from "../../../ui/form/form";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { Panel } from "../../../ui/Panel";
import layout from "../../money/RequestFields.module.css";
import classes from "./FinanceForm.module.css";
import { type FinanceValues, hasInvoice, hasSupplier } from "./finance.values";
import { changeDefaultAccount } from "./items/items.sheet";

interface FinanceFieldsProps {
  form: Pick<ReturnType<typeof useForm>, "field" | "valueProps" | "setValue">;
  values: FinanceValues;
  settings: FinanceSettings;
}

export function FinanceFields({ form, values, settings }: FinanceFieldsProps) {
  const text = useText();
  const today = useOrganizationToday();
  const asks = { enabled: hasSupplier(values.type) };
  const suppliers = useEndpoint(selectSuppliers, {}, asks).data?.data ?? [];
  const names = useEndpoint(listSupplierNames, {}, asks).data?.data ?? [];
  const accounts = useEndpoint(selectCostAccounts, {}, asks).data?.data ?? [];
  const defaultAccountOf = (of: (typeof suppliers)[number] | undefined) => {
    const account = accounts.find(({ id }) => id === of?.cost_account_id);
    return account ? { ...account, archived: false } : null;
  };
  const supplier = suppliers.find(({ id }) => id === values.supplier_id);
  const onFile = suppliers.map(({ name }) => name);
  /** Fills in the due day by the terms of the supplier unless the user has chosen another day. */
  const updateDueDay = (invoiceDate: string | null, days: number | null | undefined) => {
    const isOwnChoice =
      values.due_on !== null && values.due_on !== dueByTerms(values.invoice_date, supplier?.payment_days);
    if (!isOwnChoice) form.setValue("due_on", dueByTerms(invoiceDate, days));
  };
  const changeInvoiceDate = (day: string | null) => {
    form.setValue("invoice_date", day);
    updateDueDay(day, supplier?.payment_days);
  };
  /** Also fills in the cost accounts unless the user has chosen others. */
  const nameSupplier = (name: string) => {
    const chosen = suppliers.find((one) => one.name === name.trim());
    form.setValue("supplier", name);
    form.setValue("supplier_id", chosen?.id ?? null);
    if (chosen?.id !== supplier?.id)
      form.setValue("items", changeDefaultAccount(values.items, defaultAccountOf(supplier), defaultAccountOf(chosen)));
    updateDueDay(values.invoice_date, chosen?.payment_days);
  };
  const invoiceLabel = (id: "finance.invoiceNumber" | "finance.invoiceDate") =>
    hasInvoice(values.type) ? text(id) : <OptionalLabel label={text(id)} />;
  const codes = [settings.currency, ...settings.currencies.map(({ code }) => code)];
  const offered = [...new Set([...codes, values.currency])];
  return (
    <Panel padded>
      <div className={classes.fields}>
        <TextInput label={text("finance.whatFor")} {...form.field("details")} />
        {hasSupplier(values.type) && (
          <Autocomplete
            label={
              hasInvoice(values.type) ? text("finance.supplier") : <OptionalLabel label={text("finance.supplier")} />
            }
            description={supplier && text("finance.supplierOnFile")}
            data={[...new Set([...onFile, ...names.map(({ name }) => name)])]}
            limit={8}
            {...form.valueProps<string>("supplier")}
            onChange={nameSupplier}
          />
        )}
        {hasSupplier(values.type) && (
          <>
            <div className={layout.pair}>
              <TextInput label={invoiceLabel("finance.invoiceNumber")} {...form.field("invoice_number")} />
              <DateField
                label={invoiceLabel("finance.invoiceDate")}
                max={today}
                {...form.valueProps<string | null>("invoice_date")}
                onChange={changeInvoiceDate}
              />
            </div>
            <div className={layout.pair}>
              <DateField
                label={<OptionalLabel label={text("finance.serviceFrom")} />}
                {...form.valueProps<string | null>("service_from")}
              />
              <DateField
                label={<OptionalLabel label={text("finance.serviceTo")} />}
                {...form.valueProps<string | null>("service_to")}
              />
            </div>
          </>
        )}
        <div className={layout.pair}>
          <Select
            label={text("finance.currency")}
            allowDeselect={false}
            searchable={offered.length > 8}
            data={offered}
            {...form.valueProps<string | null>("currency")}
            onChange={(code) => code && form.setValue("currency", code)}
          />
          {!hasInvoice(values.type) && (
            <DateField
              label={<OptionalLabel label={text("finance.neededBy")} />}
              {...form.valueProps<string | null>("needed_by")}
            />
          )}
          {hasSupplier(values.type) && (
            <DateField
              label={<OptionalLabel label={text("finance.dueOn")} />}
              {...form.valueProps<string | null>("due_on")}
            />
          )}
        </div>
      </div>
    </Panel>
  );
}
