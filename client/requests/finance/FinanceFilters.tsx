import { usePeoplePickerOptions } from "../../ui/fields/usePeopleOptions";
import { Popover, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { listSupplierNames } from "../../../shared/requests/finance/finance.contract";
import { readFinanceSettings } from "../../../shared/requests/finance/finance-settings.contract";
import { type FinanceType, financeTypes } from "../../../shared/requests/finance/finance.fields";
import { dueFilterNames } from "../../../shared/requests/finance/finance.schema";
import { type MoneyStatus, moneyStatuses } from "../../../shared/requests/money/money.workflow";
import { currencyOf, isAmount } from "../../../shared/kernel/money";
import { listVisiblePeople } from "../../../shared/kernel/visible-users.contract";
import { listProjectChoices } from "../../../shared/work/projects/projects.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { AmountField } from "../../ui/fields/AmountField";
import { DateField } from "../../ui/fields/DateField";
import { FilterPill } from "../../ui/fields/FilterPill";
import { SearchField } from "../../ui/fields/SearchField";
import { Toolbar } from "../../ui/PageHead";
import classes from "./FinanceFilters.module.css";
import type { DueFilter } from "../../../shared/requests/finance/finance.due.rules";
import { type FinanceFilter, isFinanceFiltered } from "./finance.query";
import { failedReadsOf } from "../../ui/states/FailedReads";
import { FilterPicker } from "../../ui/fields/FilterPicker";
import flow from "../../ui/layout/flow.module.css";

interface FinanceFiltersProps {
  filter: FinanceFilter;
  onChange: (changes: Partial<FinanceFilter>) => void;
  onClear: () => void;
  /** Hides the status filter, because all archived requests have the same status. */
  archive?: boolean;
  children?: ReactNode;
}

export function FinanceFilters({ filter, onChange, onClear, archive = false, children }: FinanceFiltersProps) {
  const text = useText();
  const { list } = useFormat();
  const peopleQuery = useEndpoint(listVisiblePeople);
  const people = usePeoplePickerOptions(peopleQuery.data?.data ?? []);
  const departmentsQuery = useEndpoint(listProjectChoices);
  const departments = departmentsQuery.data?.data.departments ?? [];
  const settingsQuery = useEndpoint(readFinanceSettings);
  const settings = settingsQuery.data?.data;
  const codes = settings ? [settings.currency, ...settings.currencies.map(({ code }) => code)] : [];
  const toggled = <T extends string>(chosen: readonly T[], value: string) =>
    chosen.includes(value as T) ? chosen.filter((one) => one !== value) : [...chosen, value as T];
  const requester = people.find(({ id }) => id === filter.requester_id);
  const department = departments.find(({ id }) => id === filter.department_id);
  return (
    <Toolbar end={children}>
      <SearchField text={filter.q} label={text("finance.search")} onChange={(q) => onChange({ q })} />
      <Days filter={filter} onChange={onChange} />
      <FilterPicker
        label={text("finance.kind")}
        multiple
        chosen={filter.type}
        value={filter.type.length > 0 && list(filter.type.map((one) => text(`finance.type.${one}`)))}
        options={financeTypes.map((one) => ({ value: one, label: text(`finance.type.${one}`) }))}
        onPick={(value) => onChange({ type: toggled<FinanceType>(filter.type, value) })}
      />
      {!archive && (
        <FilterPicker
          label={text("finance.state")}
          multiple
          chosen={filter.status}
          value={filter.status.length > 0 && list(filter.status.map((one) => text(`finance.status.${one}`)))}
          options={moneyStatuses
            .filter((one) => one !== "submitted" && one !== "archived")
            .map((one) => ({ value: one, label: text(`finance.status.${one}`) }))}
          onPick={(value) => onChange({ status: toggled<MoneyStatus>(filter.status, value) })}
        />
      )}
      {filter.scope !== "mine" && (
        <FilterPicker
          label={text("finance.requester")}
          chosen={requester ? [requester.value] : []}
          value={requester && <bdi>{requester.label}</bdi>}
          reads={[peopleQuery]}
          options={people}
          onPick={(value) => onChange({ requester_id: Number(value) === filter.requester_id ? null : Number(value) })}
        />
      )}
      {filter.scope === "all" && (departments.length > 0 || failedReadsOf([departmentsQuery]).length > 0) && (
        <FilterPicker
          label={text("finance.department")}
          chosen={department ? [String(department.id)] : []}
          value={department && <bdi>{department.name}</bdi>}
          reads={[departmentsQuery]}
          options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
          onPick={(value) => onChange({ department_id: Number(value) === filter.department_id ? null : Number(value) })}
        />
      )}
      <FilterPicker
        label={text("finance.currency")}
        chosen={filter.currency ? [filter.currency] : []}
        value={filter.currency}
        reads={[settingsQuery]}
        options={codes.map((code) => ({ value: code, label: code }))}
        onPick={(value) => onChange({ currency: value === filter.currency ? null : currencyOf(value) })}
      />
      <Supplier filter={filter} onChange={onChange} />
      {!archive && (
        <FilterPicker
          label={text("finance.dueOn")}
          chosen={filter.due ? [filter.due] : []}
          value={filter.due && text(`finance.due.${filter.due}`)}
          options={dueFilterNames.map((one) => ({ value: one, label: text(`finance.due.${one}`) }))}
          onPick={(value) => onChange({ due: value === filter.due ? null : (value as DueFilter) })}
        />
      )}
      <Amounts filter={filter} onChange={onChange} />
      {isFinanceFiltered(filter) && (
        <UnstyledButton className={classes.clear} data-keep onClick={onClear}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("finance.filter.clear")}
        </UnstyledButton>
      )}
    </Toolbar>
  );
}

type PartProps = Pick<FinanceFiltersProps, "filter" | "onChange">;

/** Lists the suppliers used most, or those found on the server, because there may be thousands. */
function Supplier({ filter: { supplier }, onChange }: PartProps) {
  const text = useText();
  const [search, setSearch] = useState("");
  const [q] = useDebouncedValue(search.trim(), 200);
  const query = useEndpoint(listSupplierNames, { query: { q } }, { placeholderData: keepPreviousData });
  const names = query.data?.data ?? [];
  if (names.length === 0 && search === "" && q === "" && !supplier && failedReadsOf([query]).length === 0) return null;
  return (
    <FilterPicker
      label={text("finance.supplier")}
      chosen={[supplier]}
      value={supplier && <bdi>{supplier}</bdi>}
      reads={[query]}
      options={names.map(({ name }) => ({ value: name, label: name }))}
      onSearch={setSearch}
      onPick={(value) => onChange({ supplier: value === supplier ? "" : value })}
    />
  );
}

function Days({ filter: { from, to }, onChange }: PartProps) {
  const text = useText();
  const { day } = useFormat();
  const value =
    from && to
      ? text("finance.filter.between", { from: day(from, "medium"), to: day(to, "medium") })
      : from
        ? text("finance.filter.since", { from: day(from, "medium") })
        : to && text("finance.filter.until", { to: day(to, "medium") });
  return (
    <Popover width={260} trapFocus>
      <Popover.Target>
        <FilterPill label={text("finance.sent")} value={value} />
      </Popover.Target>
      <Popover.Dropdown className={flow.stack}>
        <DateField
          label={text("finance.filter.from")}
          value={from}
          max={to}
          onChange={(next) => onChange({ from: next })}
        />
        <DateField
          label={text("finance.filter.to")}
          value={to}
          min={from}
          onChange={(next) => onChange({ to: next })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Amounts({ filter: { min, max, currency }, onChange }: PartProps) {
  const text = useText();
  const { amount } = useFormat();
  const amountText = (value: string) => amount(value, value.split(".")[1]?.length ?? 0);
  const value =
    min && max
      ? text("finance.filter.between", { from: amountText(min), to: amountText(max) })
      : min
        ? text("finance.filter.since", { from: amountText(min) })
        : max && text("finance.filter.until", { to: amountText(max) });
  return (
    <Popover width={220} trapFocus>
      <Popover.Target>
        <FilterPill label={text("finance.amount")} value={value} />
      </Popover.Target>
      <Popover.Dropdown className={flow.stack}>
        <FilterAmount
          currency={currency}
          label={text("finance.filter.least")}
          value={min}
          onChange={(next) => onChange({ min: next })}
        />
        <FilterAmount
          currency={currency}
          label={text("finance.filter.most")}
          value={max}
          onChange={(next) => onChange({ max: next })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface FilterAmountProps {
  currency: string | null;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The address contains valid amounts only, so the text stays here until it is one. Without a currency, amounts of all are compared. */
function FilterAmount({ currency, label, value, onChange }: FilterAmountProps) {
  const [invalid, setInvalid] = useState<string | null>(null);
  return (
    <AmountField
      currency={currency ?? undefined}
      decimals={currency ? undefined : 4}
      label={label}
      value={invalid ?? value}
      onChange={(next) => {
        setInvalid(next === "" || isAmount(next) ? null : next);
        onChange(next);
      }}
    />
  );
}
