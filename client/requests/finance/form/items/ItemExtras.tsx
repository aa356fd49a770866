import { Select } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Fragment, useId, useState } from "react";
import { selectCostAccounts, selectVatRates } from "../../../../../shared/requests/accounts/accounts.contract";
import type { ItemAmounts } from "../../../../../shared/requests/finance/finance.items.rules";
import { decimalsOf } from "../../../../../shared/kernel/money";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { useEndpoint } from "../../../../platform/query";
import { AmountField } from "../../../../ui/fields/AmountField";
import { useItemSummary } from "./useItemSummary";
import classes from "./ItemsSheet.module.css";
import { extraFields, type ItemField, type SheetItem } from "./items.sheet";
import { FailedReads } from "../../../../ui/states/FailedReads";

interface ItemExtrasProps {
  item: SheetItem;
  row: number;
  amounts: ItemAmounts;
  currency: string;
  errorAt: (field: ItemField) => string | undefined;
  onChange: (changes: Partial<SheetItem>) => void;
}

/** A row below an item with its VAT rate, cost account and discount, folded to a summary so that the sheet stays short. */
export function ItemExtras({ item, row, amounts, currency, errorAt, onChange }: ItemExtrasProps) {
  const text = useText();
  const { amount } = useFormat();
  const fields = useId();
  const [opened, setOpened] = useState(false);
  const isExpanded = opened || extraFields.some((field) => errorAt(field) !== undefined);
  const { vat_rate: rate, cost_account: account } = item;
  const rates = useEndpoint(selectVatRates, {}, { enabled: Boolean(rate) }).data?.data ?? [];
  const accounts = useEndpoint(selectCostAccounts, {}, { enabled: Boolean(account) }).data?.data ?? [];
  const summary = useItemSummary({
    ...item,
    vat_rate: withCurrentName(rates, rate),
    cost_account: withCurrentName(accounts, account),
  });
  const money = (value: string) => amount(value, decimalsOf(currency));
  const parts = item.vat_rate
    ? [
        ...summary,
        `${text("document.column.net")} ${money(amounts.net)}`,
        `${text("document.column.tax")} ${money(amounts.tax)}`,
      ]
    : summary;
  return (
    <tr className={classes.extras}>
      <td colSpan={6}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? fields : undefined}
          onClick={() => setOpened(!isExpanded)}
        >
          <span className="sr-only">{text("expense.itemNumber", { number: row + 1 })}: </span>
          <span>
            {parts.length === 0
              ? text("finance.item.extras")
              : parts.map((part, at) => (
                  <Fragment key={part}>
                    {at > 0 && " · "}
                    <bdi>{part}</bdi>
                  </Fragment>
                ))}
          </span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
        {isExpanded && <ExtraFields id={fields} item={item} errorAt={errorAt} onChange={onChange} />}
      </td>
    </tr>
  );
}

function ExtraFields({
  id,
  item,
  errorAt,
  onChange,
}: Pick<ItemExtrasProps, "item" | "errorAt" | "onChange"> & { id: string }) {
  const text = useText();
  const ratesQuery = useEndpoint(selectVatRates);
  const accountsQuery = useEndpoint(selectCostAccounts);
  const rates = ratesQuery.data?.data ?? [];
  const accounts = accountsQuery.data?.data ?? [];
  const { vat_rate: rate = null, cost_account: account = null, discount = "" } = item;
  const field = (name: ItemField) => ({
    error: errorAt(name),
    "aria-invalid": errorAt(name) !== undefined || undefined,
  });
  return (
    <div id={id}>
      <FailedReads reads={[ratesQuery, accountsQuery]} />
      <div className={classes.extraFields}>
        <Select
          label={text("finance.item.vatRate")}
          searchable
          clearable
          limit={50}
          data={withChosen(rates, rate).map((one) => ({ value: String(one.id), label: one.name }))}
          value={rate && String(rate.id)}
          onChange={(chosen) => onChange({ vat_rate: offeredOf(rates, chosen, rate) })}
          {...field("vat_rate_id")}
        />
        <Select
          label={text("supplier.account")}
          searchable
          clearable
          limit={50}
          data={withChosen(accounts, account).map((one) => ({
            value: String(one.id),
            label: `${one.code} ${one.name}`,
          }))}
          value={account && String(account.id)}
          onChange={(chosen) => onChange({ cost_account: offeredOf(accounts, chosen, account) })}
          {...field("cost_account_id")}
        />
        <AmountField
          label={text("document.column.discount")}
          currency={undefined}
          max={100}
          value={discount}
          onChange={(typed) => onChange({ discount: typed })}
          {...field("discount")}
        />
      </div>
    </div>
  );
}

interface Choice {
  id: number;
  code: string;
  name: string;
}

/** Returns the choice with its current code and name, which another user may have changed since the form was opened. */
function withCurrentName<One extends Choice>(offered: readonly Choice[], chosen: One | null = null): One | null {
  const now = offered.find(({ id }) => id === chosen?.id);
  return chosen && now ? { ...chosen, code: now.code, name: now.name } : chosen;
}

/** An archived choice stays selectable for the item that has it. */
const withChosen = (offered: readonly Choice[], chosen: Choice | null): readonly Choice[] =>
  chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen, ...offered] : offered;

function offeredOf<One extends Choice>(
  offered: readonly One[],
  id: string | null,
  before: (One & { archived: boolean }) | null,
) {
  if (id === null || Number(id) === before?.id) return id === null ? null : before;
  const chosen = offered.find((one) => one.id === Number(id));
  return chosen ? { ...chosen, archived: false } : null;
}
