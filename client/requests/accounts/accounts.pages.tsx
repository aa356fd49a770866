import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { tenantStream } from "../../../shared/kernel/events";
import {
  createCostAccount,
  createVatRate,
  listCostAccounts,
  listVatRates,
  updateCostAccount,
  updateVatRate,
} from "../../../shared/requests/accounts/accounts.contract";
import { costAccountSchema, vatRateSchema } from "../../../shared/requests/accounts/accounts.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { useCan, useCurrentUser } from "../../platform/session";
import { AmountField } from "../../ui/fields/AmountField";
import { RecordForm } from "../../ui/records/RecordForm";
import { RecordPage } from "../../ui/records/RecordPage";
import { useRecordList } from "../../ui/records/useRecordList";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { FinanceSettingsTabs } from "./FinanceSettingsTabs";

/** Properties that the lists of accounts and of VAT rates share. */
function useSharedProps() {
  const text = useText();
  const { tenant } = useCurrentUser();
  return {
    tabs: <FinanceSettingsTabs />,
    stream: tenantStream(tenant.id),
    mayAdd: useCan()("payment-settings"),
    nameLabel: "account.code",
    nameOf: ({ code }: { code: string }) => code,
    name: {
      key: "title",
      label: text("place.name"),
      sort: "name",
      onPhone: true,
      cell: ({ name }: { name: string }): ReactNode => <TruncatedName>{name}</TruncatedName>,
    },
    archived: {
      key: "archived",
      label: text("account.archived"),
      cell: ({ archived }: { archived: boolean }): ReactNode => archived && text("account.archived"),
    },
  } as const;
}

export function CostAccountsPage() {
  const text = useText();
  const list = useRecordList(listCostAccounts, { sort: "code" });
  const { name, archived, ...shared } = useSharedProps();
  return (
    <RecordPage
      {...shared}
      noun="cost_account"
      list={list}
      columns={[name, archived]}
      form={(account) => (
        <RecordForm
          schema={costAccountSchema}
          record={account}
          fields={{ code: "account.code", name: "place.name" }}
          valuesOf={(account) => ({ archived: account?.archived ?? false })}
          create={createCostAccount}
          update={updateCostAccount}
          onClose={list.open.close}
        >
          {(form) => <Checkbox label={text("account.archived")} {...form.check("archived")} />}
        </RecordForm>
      )}
    />
  );
}

export function VatRatesPage() {
  const text = useText();
  const { number } = useFormat();
  const list = useRecordList(listVatRates, { sort: "code" });
  const { name, archived, ...shared } = useSharedProps();
  return (
    <RecordPage
      {...shared}
      noun="vat_rate"
      list={list}
      columns={[
        name,
        {
          key: "percent",
          label: text("account.percentage"),
          sort: "percent",
          figure: true,
          onPhone: true,
          cell: ({ percent }) => number(Number(percent) / 100, { style: "percent", maximumFractionDigits: 2 }),
        },
        {
          key: "accounting_key",
          label: text("account.key"),
          cell: ({ accounting_key }) => <bdi dir="ltr">{accounting_key}</bdi>,
        },
        archived,
      ]}
      form={(rate) => (
        <RecordForm
          schema={vatRateSchema}
          record={rate}
          fields={{
            code: "account.code",
            name: "place.name",
            accounting_key: { label: "account.key", description: "account.key.why" },
          }}
          valuesOf={(rate) => ({ percent: rate?.percent ?? "", archived: rate?.archived ?? false })}
          create={createVatRate}
          update={updateVatRate}
          onClose={list.open.close}
        >
          {(form) => (
            <>
              <AmountField
                label={text("account.percentage")}
                currency={undefined}
                max={100}
                rightSection={<small aria-hidden>%</small>}
                {...form.valueProps<string>("percent")}
              />
              <Checkbox label={text("account.archived")} {...form.check("archived")} />
            </>
          )}
        </RecordForm>
      )}
    />
  );
}
