import { Checkbox, Select } from "@mantine/core";
import { selectCostAccounts } from "../../../shared/requests/accounts/accounts.contract";
import {
  createExpenseCategory,
  deleteExpenseCategory,
  type ExpenseCategory,
  listExpenseCategories,
  readExpenseChoices,
  updateExpenseCategory,
} from "../../../shared/requests/expenses/expenses.contract";
import { expenseCategorySchema } from "../../../shared/requests/expenses/expenses.schema";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { AmountField } from "../../ui/fields/AmountField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { RecordForm } from "../../ui/records/RecordForm";
import { RecordPage } from "../../ui/records/RecordPage";
import { useRecordList } from "../../ui/records/useRecordList";
import { Money } from "../../ui/signs/Money";
import { FailedReads } from "../../ui/states/FailedReads";

const limits = ["item_limit", "day_limit", "receipt_above", "km_rate"] as const;

export function ExpenseCategoriesPage() {
  const text = useText();
  const list = useRecordList(listExpenseCategories, { sort: "name", pageSize: null });
  const mayAdd = useCan()("expense-settings");
  const currency = useEndpoint(readExpenseChoices).data?.data.currency ?? "";
  return (
    <RecordPage
      noun="expense_category"
      mayAdd={mayAdd}
      list={list}
      stream={null}
      nameLabel="expense_category.name"
      nameOf={({ name }) => name}
      columns={[
        ...limits.map((name) => ({
          key: name,
          label: text(`expense_category.${name}`),
          figure: true,
          cell: (row: ExpenseCategory) => row[name] !== null && <Money amount={row[name]} currency={currency} />,
        })),
        {
          key: "archived",
          label: text("expense_category.state"),
          onPhone: true,
          cell: (row: ExpenseCategory) =>
            row.archived ? text("expense_category.archived") : row.strict && text("expense_category.isStrict"),
        },
      ]}
      form={(category) => (
        <RecordForm
          schema={expenseCategorySchema}
          record={category}
          create={createExpenseCategory}
          update={updateExpenseCategory}
          onClose={list.open.close}
          fields={{ name: "expense_category.name" }}
          valuesOf={(category) => ({
            ...Object.fromEntries(limits.map((name) => [name, category?.[name] ?? ""])),
            strict: category?.strict ?? false,
            archived: category?.archived ?? false,
            cost_account_id: category?.cost_account?.id ?? null,
          })}
        >
          {(form) => (
            <>
              {limits.map((name) => (
                <AmountField
                  key={name}
                  label={<OptionalLabel label={text(`expense_category.${name}`)} />}
                  description={text(`expense_category.${name}.hint`)}
                  currency={currency}
                  decimals={name === "km_rate" ? 4 : undefined}
                  before={category?.[name] ?? null}
                  {...form.valueProps<string>(name)}
                />
              ))}
              <CostAccountField
                stored={category?.cost_account ?? null}
                {...form.valueProps<number | null>("cost_account_id")}
              />
              <Checkbox
                label={text("expense_category.strict")}
                description={text("expense_category.strict.hint")}
                {...form.check("strict")}
              />
              <Checkbox
                label={text("expense_category.archived")}
                description={text("expense_category.archived.hint")}
                {...form.check("archived")}
              />
            </>
          )}
        </RecordForm>
      )}
      remove={deleteExpenseCategory}
    />
  );
}

interface CostAccountFieldProps {
  /** Stays selectable when it is archived. */
  stored: ExpenseCategory["cost_account"];
  value: number | null;
  error: string | undefined;
  onChange: (id: number | null) => void;
}

function CostAccountField({ stored, value, error, onChange }: CostAccountFieldProps) {
  const text = useText();
  const query = useEndpoint(selectCostAccounts);
  const offered = query.data?.data ?? [];
  const accounts = stored && !offered.some(({ id }) => id === stored.id) ? [stored, ...offered] : offered;
  return (
    <>
      <FailedReads reads={[query]} />
      <Select
        label={<OptionalLabel label={text("expense_category.cost_account_id")} />}
        searchable
        clearable
        data={accounts.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
        value={value === null ? null : String(value)}
        error={error}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
    </>
  );
}
