import { Autocomplete, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { listSupplierNames } from "../../../../shared/requests/finance/finance.contract";
import { dueByTerms } from "../../../../shared/requests/finance/finance.due.rules";
import { type FinanceField, hasField } from "../../../../shared/requests/finance/finance.fields";
import { selectCostAccounts } from "../../../../shared/requests/accounts/accounts.contract";
import { selectSuppliers } from "../../../../shared/requests/suppliers/suppliers.contract";
import type { FinanceSettings } from "../../../../shared/requests/finance/finance-settings.contract";
import { inOrder } from "../../../approvals/documents/in-order";
import type { MessageId } from "../../../platform/intl/catalogues";
import { useText } from "../../../platform/intl/useText";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { useEndpoint } from "../../../platform/query";
import { DateField } from "../../../ui/fields/DateField";
import type { useForm } from "../../../ui/form/form";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { Panel } from "../../../ui/Panel";
import layout from "../../money/RequestFields.module.css";
import classes from "./FinanceForm.module.css";
import { type FinanceValues, requiresInvoice, hasSupplier } from "./finance.values";
import { changeDefaultAccount } from "./items/items.sheet";
import { FailedReads } from "../../../ui/states/FailedReads";

/** Notes and reasons are below the items, where the form explains them. The id of a supplier follows from its name. */
type FieldOfPanel = Exclude<FinanceField, "supplier_id" | "note" | "no_file_reason" | "over_budget_reason">;

interface FinanceFieldsProps {
  form: Pick<ReturnType<typeof useForm>, "field" | "valueProps" | "setValue">;
  values: FinanceValues;
  settings: FinanceSettings;
}

export function FinanceFields({ form, values, settings }: FinanceFieldsProps) {
  const text = useText();
  const today = useOrganizationToday();
  const asks = { enabled: hasSupplier(values.type) };
  const suppliersQuery = useEndpoint(selectSuppliers, {}, asks);
  const namesQuery = useEndpoint(listSupplierNames, {}, asks);
  const accountsQuery = useEndpoint(selectCostAccounts, {}, asks);
  const suppliers = suppliersQuery.data?.data ?? [];
  const names = namesQuery.data?.data ?? [];
  const accounts = accountsQuery.data?.data ?? [];
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
  const optional = (id: MessageId) => <OptionalLabel label={text(id)} />;
  const invoiceLabel = (id: "finance.invoiceNumber" | "finance.invoiceDate") =>
    requiresInvoice(values.type) ? text(id) : optional(id);
  const codes = [settings.currency, ...settings.currencies.map(({ code }) => code)];
  const offered = [...new Set([...codes, values.currency])];
  const day = (name: FinanceField) => form.valueProps<string | null>(name);
  const {
    details,
    supplier: supplierName,
    invoice_number,
    invoice_date,
    service_from,
    service_to,
    needed_by,
    due_on,
    ...others
  }: Record<FieldOfPanel, ReactNode> = {
    details: <TextInput label={text("finance.whatFor")} {...form.field("details")} />,
    supplier: (
      <Autocomplete
        label={requiresInvoice(values.type) ? text("finance.supplier") : optional("finance.supplier")}
        description={supplier && text("finance.supplierOnFile")}
        data={[...new Set([...onFile, ...names.map(({ name }) => name)])]}
        limit={8}
        {...form.valueProps<string>("supplier")}
        onChange={nameSupplier}
      />
    ),
    invoice_number: <TextInput label={invoiceLabel("finance.invoiceNumber")} {...form.field("invoice_number")} />,
    invoice_date: (
      <DateField
        label={invoiceLabel("finance.invoiceDate")}
        max={today}
        {...day("invoice_date")}
        onChange={changeInvoiceDate}
      />
    ),
    service_from: <DateField label={optional("finance.serviceFrom")} {...day("service_from")} />,
    service_to: <DateField label={optional("finance.serviceTo")} {...day("service_to")} />,
    needed_by: <DateField label={optional("finance.neededBy")} {...day("needed_by")} />,
    due_on: <DateField label={optional("finance.dueOn")} {...day("due_on")} />,
  };
  return (
    <Panel padded>
      <div className={classes.fields}>
        <FailedReads reads={[suppliersQuery, namesQuery, accountsQuery]} />
        {details}
        {hasSupplier(values.type) && (
          <>
            {supplierName}
            <div className={layout.pair}>
              {invoice_number}
              {invoice_date}
            </div>
            <div className={layout.pair}>
              {service_from}
              {service_to}
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
          {hasField(values.type, "needed_by") && needed_by}
          {hasField(values.type, "due_on") && due_on}
        </div>
        {inOrder(others)}
      </div>
    </Panel>
  );
}
