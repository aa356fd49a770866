import { Checkbox, Select } from "@mantine/core";
import { useState } from "react";
import { tenantStream } from "../../../shared/kernel/events";
import { selectCostAccounts } from "../../../shared/requests/accounts/accounts.contract";
import {
  createSupplier,
  listSuppliers,
  type Supplier,
  updateSupplier,
} from "../../../shared/requests/suppliers/suppliers.contract";
import { newSupplierSchema, supplierSchema } from "../../../shared/requests/suppliers/suppliers.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";
import { NumberField } from "../../ui/fields/NumberField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { RecordForm } from "../../ui/records/RecordForm";
import { RecordPage } from "../../ui/records/RecordPage";
import { useRecordList } from "../../ui/records/useRecordList";
import { FinanceSettingsTabs } from "../accounts/FinanceSettingsTabs";
import { BankAccounts } from "./BankAccounts";
import { FailedReads } from "../../ui/states/FailedReads";

/** The last four characters, by which an account is recognized in lists. */
const maskedIban = (iban: string): string => `•••• ${iban.slice(-4)}`;

export function SuppliersPage() {
  const text = useText();
  const { number } = useFormat();
  const { tenant } = useCurrentUser();
  const list = useRecordList(listSuppliers, { sort: "name" });
  return (
    <RecordPage
      noun="supplier"
      tabs={<FinanceSettingsTabs />}
      list={list}
      stream={tenantStream(tenant.id)}
      mayAdd={useCan()("supplier-edit")}
      nameLabel="place.name"
      nameOf={({ name }) => name}
      columns={[
        { key: "vat_id", label: text("supplier.vatId"), cell: ({ vat_id }) => <bdi dir="ltr">{vat_id}</bdi> },
        {
          key: "days",
          label: text("supplier.days"),
          figure: true,
          cell: ({ payment_days }) => payment_days !== null && number(payment_days),
        },
        {
          key: "account",
          label: text("supplier.account"),
          cell: ({ cost_account }) => cost_account && <bdi>{`${cost_account.code} ${cost_account.name}`}</bdi>,
        },
        {
          key: "bank",
          label: text("supplier.bank"),
          onPhone: true,
          cell: ({ iban, bank_proposed }) =>
            bank_proposed ? text("bankAccount.waits") : iban && <bdi dir="ltr">{maskedIban(iban)}</bdi>,
        },
        {
          key: "archived",
          label: text("account.archived"),
          cell: ({ archived }) => archived && text("account.archived"),
        },
      ]}
      form={(supplier) => <SupplierPanel key={supplier?.id ?? "new"} supplier={supplier} onClose={list.open.close} />}
    />
  );
}

/** An account that waits for its confirmation comes first, and stays there after the decision. */
function SupplierPanel({ supplier, onClose }: { supplier: Supplier | null; onClose: () => void }) {
  const [isAccountFirst] = useState(supplier?.bank_proposed ?? false);
  const accounts = supplier && <BankAccounts supplierId={supplier.id} />;
  return (
    <>
      {isAccountFirst && accounts}
      <SupplierForm supplier={supplier} onClose={onClose} />
      {!isAccountFirst && accounts}
    </>
  );
}

function SupplierForm({ supplier, onClose }: { supplier: Supplier | null; onClose: () => void }) {
  const text = useText();
  const query = useEndpoint(selectCostAccounts);
  const accounts = query.data?.data ?? [];
  const own = supplier?.cost_account;
  const offered = own && !accounts.some(({ id }) => id === own.id) ? [own, ...accounts] : accounts;
  return (
    <RecordForm
      schema={supplier ? supplierSchema : newSupplierSchema}
      record={supplier}
      fields={{
        name:
          supplier?.iban || supplier?.bank_proposed
            ? { label: "place.name", description: "supplier.rename" }
            : "place.name",
        vat_id: { label: "supplier.vatId", description: "supplier.vatId.why" },
        ...(!supplier && {
          iban: { label: "supplier.iban", description: "bankAccount.countsAfter" },
          bic: "supplier.bic",
        }),
        creditor_account: { label: "supplier.creditor", description: "supplier.creditor.why" },
        note: { label: "supplier.note", type: "paragraphs" },
      }}
      valuesOf={(supplier) => ({
        payment_days: supplier?.payment_days ?? null,
        cost_account_id: supplier?.cost_account?.id ?? null,
        archived: supplier?.archived ?? false,
      })}
      create={createSupplier}
      update={updateSupplier}
      clearable={["payment_days", "cost_account_id"]}
      onClose={onClose}
    >
      {(form) => {
        const account = form.valueProps<number | null>("cost_account_id");
        return (
          <>
            <NumberField
              label={<OptionalLabel label={text("supplier.days")} />}
              description={text("supplier.days.why")}
              min={0}
              max={365}
              {...form.valueProps<number | string | null>("payment_days")}
            />
            <FailedReads reads={[query]} />
            <Select
              label={<OptionalLabel label={text("supplier.account")} />}
              searchable
              clearable
              data={offered.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
              {...account}
              value={account.value === null ? null : String(account.value)}
              onChange={(value) => account.onChange(value === null ? null : Number(value))}
            />
            <Checkbox label={text("account.archived")} {...form.check("archived")} />
          </>
        );
      }}
    </RecordForm>
  );
}
