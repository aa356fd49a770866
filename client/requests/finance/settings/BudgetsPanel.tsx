import { ActionIcon, Button, Select } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import {
  createBudget,
  deleteBudget,
  listBudgets,
  updateBudget,
} from "../../../../shared/requests/finance/finance-settings.contract";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { budgetUses } from "../../../../shared/requests/finance/finance.budget.rules";
import { compareAmounts, isAmount } from "../../../../shared/kernel/money";
import { listProjectChoices } from "../../../../shared/work/projects/projects.contract";
import { recreationStep } from "../../../undo/deletion-step";
import { undoableMutation } from "../../../undo/undoable-mutation";
import { call } from "../../../platform/api";
import { useFormat, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useAction, useEndpoint } from "../../../platform/query";
import { useCan } from "../../../platform/session";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { AmountField } from "../../../ui/fields/AmountField";
import { usePeopleChoices } from "../../../people/organization/usePeopleChoices";
import { Money } from "../../../ui/signs/Money";
import { Panel } from "../../../ui/Panel";
import { Table } from "../../../ui/Table";
import { ChangedRecordNotice } from "../../../ui/form/ChangedRecordNotice";
import { useEditedRecord } from "../../../ui/form/useEditedRecord";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import { FailedReads } from "../../../ui/states/FailedReads";
import classes from "./FinanceSettings.module.css";

type Budget = ReplyOf<typeof listBudgets>["data"][number];

export function BudgetsPanel({ currency }: { currency: string }) {
  const text = useText();
  const { number } = useFormat();
  const thisYear = Number(useOrganizationToday().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const query = useEndpoint(listBudgets, { query: { year } });
  const rows = query.data?.data;
  const people = usePeopleChoices();
  const mayEdit = useCan()("payment-settings");
  const years = [thisYear - 1, thisYear, thisYear + 1];
  return (
    <Panel
      title={text("finance.budgets")}
      end={
        <Select
          size="xs"
          w={96}
          aria-label={text("finance.year")}
          allowDeselect={false}
          data={years.map((one) => ({ value: String(one), label: number(one, { useGrouping: false }) }))}
          value={String(year)}
          onChange={(value) => value && setYear(Number(value))}
        />
      }
    >
      <FailedReads reads={[query, people.query]} />
      {!rows ? (
        query.isPending && <SkeletonRows rows={3} />
      ) : (
        <Table className={classes.budgets}>
          <thead>
            <tr>
              <th>{text("finance.departmentAndOwner")}</th>
              <th className={classes.end}>{text("finance.budget.amount")}</th>
              {budgetUses.map((use) => (
                <th key={use} className={classes.end}>
                  {text(`finance.budget.${use}`)}
                </th>
              ))}
              <th className={classes.end}>{text("finance.budget.left")}</th>
              <th>
                <span className="sr-only">{text("finance.moreActions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((budget) => (
              <BudgetRow key={budget.id} budget={budget} />
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={7} className={classes.when}>
                  {text("finance.noBudgets")}
                </td>
              </tr>
            )}
          </tbody>
        </Table>
      )}
      {mayEdit && rows && <NewBudget key={year} year={year} currency={currency} taken={rows} />}
    </Panel>
  );
}

function BudgetRow({ budget }: { budget: Budget }) {
  const text = useText();
  const { id, department, currency, can } = budget;
  const [shownBudget, setShownBudget] = useState(budget);
  const owners = usePeopleChoices(shownBudget.owner ? [shownBudget.owner] : []);
  const [amount, setAmount] = useState(budget.amount);
  const [owner, setOwner] = useState(budget.owner?.id ?? null);
  const update = useAction(updateBudget, {
    onSuccess: ({ message }) => toast.done(message ?? ""),
    onProblem: (error) => {
      if (!(error instanceof ProblemError && error.code === "organization.stale")) return;
      // Saving again overwrites only what the user has changed.
      const current = error.record as Budget;
      edited.overwrite(current);
      setShownBudget(current);
      if (!isAmountChanged) setAmount(current.amount);
      if (!isOwnerChanged) setOwner(current.owner?.id ?? null);
    },
  });
  const removedText = text("finance.budgetRemoved", { department: department.name });
  const remove = useAction(
    deleteBudget,
    undoableMutation(removedText, () =>
      recreationStep(removedText, id, {
        create: () =>
          call(createBudget, {
            body: {
              department_id: department.id,
              year: budget.year,
              amount: budget.amount,
              owner_id: budget.owner?.id ?? null,
            },
          }),
        remove: (currentId) => call(deleteBudget, { params: { id: currentId } }),
      }),
    ),
  );
  const isAmountChanged = isAmount(amount)
    ? compareAmounts(amount, shownBudget.amount) !== 0
    : amount !== shownBudget.amount;
  const isOwnerChanged = owner !== (shownBudget.owner?.id ?? null);
  const isDirty = isAmountChanged || isOwnerChanged;
  const edited = useEditedRecord(budget, {
    isDirty,
    isSending: update.isPending,
    contentOf: (record) => [record.amount, record.owner?.id],
    show: (record) => {
      setShownBudget(record);
      setAmount(record.amount);
      setOwner(record.owner?.id ?? null);
    },
  });
  const changed = isAmount(amount) && isDirty;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!changed) return;
    const body = { amount, ...(isOwnerChanged && { owner_id: owner }), version: edited.version };
    const showSaved = (data: Partial<Budget>) => {
      const savedBudget = { ...budget, ...data };
      edited.overwrite(savedBudget);
      setShownBudget(savedBudget);
      // What was changed while the request was being sent stays.
      setAmount((current) => (current === amount ? savedBudget.amount : current));
      setOwner((current) => (current === owner ? (savedBudget.owner?.id ?? null) : current));
    };
    update.mutate({ params: { id }, body }, { onSuccess: ({ data }) => showSaved(data) });
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{department.name}</bdi>
        <div className={classes.owner} data-label={text("finance.budget.owner")}>
          {can.edit ? (
            <Select
              size="xs"
              searchable
              clearable
              aria-label={text("finance.budgetOwnerFor", { department: department.name })}
              placeholder={text("finance.noOwner")}
              nothingFoundMessage={text(owners.query.isLoadingError ? "error.notLoaded" : "people.noneSuch")}
              data={owners.options}
              value={owner === null ? null : String(owner)}
              onChange={(chosen) => setOwner(chosen === null ? null : Number(chosen))}
            />
          ) : (
            budget.owner && <bdi>{budget.owner.fullname}</bdi>
          )}
        </div>
        <ChangedRecordNotice edited={edited} />
      </th>
      <td className={classes.end} data-label={text("finance.budget.amount")}>
        {can.edit ? (
          <form onSubmit={save} className={classes.inRow}>
            <AmountField
              size="xs"
              aria-label={text("finance.budgetFor", { department: department.name })}
              currency={currency}
              before={budget.amount}
              value={amount}
              error={amount !== "" && !isAmount(amount)}
              onChange={setAmount}
            />
            {changed && (
              <Button size="xs" type="submit" loading={update.isPending}>
                {text("finance.save")}
              </Button>
            )}
          </form>
        ) : (
          <Money amount={budget.amount} currency={currency} />
        )}
      </td>
      {budgetUses.map((use) => (
        <td key={use} className={classes.end} data-label={text(`finance.budget.${use}`)}>
          <Money amount={budget[use]} currency={currency} />
        </td>
      ))}
      <td
        className={classes.end}
        data-label={text("finance.budget.left")}
        data-over={compareAmounts(budget.left, "0") < 0 || undefined}
      >
        <Money amount={budget.left} currency={currency} />
      </td>
      <td className={classes.remove}>
        {can.edit && (
          <ActionIcon
            loading={remove.isPending}
            aria-label={text("finance.removeBudget", { department: department.name })}
            onClick={() => remove.mutate({ params: { id } })}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

interface NewBudgetProps {
  year: number;
  currency: string;
  taken: readonly Budget[];
}

function NewBudget({ year, currency, taken }: NewBudgetProps) {
  const text = useText();
  const query = useEndpoint(listProjectChoices);
  const departments = query.data?.data.departments ?? [];
  const free = departments.filter(({ id }) => !taken.some(({ department }) => department.id === id));
  const [department, setDepartment] = useState<string | null>(null);
  const [amount, setAmount] = useState("");
  const owners = usePeopleChoices();
  const [owner, setOwner] = useState<string | null>(null);
  const create = useAction(createBudget, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      setDepartment(null);
      setAmount("");
      setOwner(null);
    },
  });
  if (free.length === 0) return <FailedReads reads={[query]} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!department || !isAmount(amount)) return;
    const owner_id = owner === null ? null : Number(owner);
    create.mutate({ body: { department_id: Number(department), year, amount, owner_id } });
  };
  return (
    <form onSubmit={submit} className={classes.newBudget}>
      <Select
        size="xs"
        searchable
        aria-label={text("finance.department")}
        placeholder={text("finance.department")}
        data={free.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={department}
        onChange={setDepartment}
      />
      <AmountField
        size="xs"
        aria-label={text("finance.budget.amount")}
        placeholder={text("finance.budget.amount")}
        currency={currency}
        value={amount}
        onChange={setAmount}
      />
      <Select
        size="xs"
        searchable
        clearable
        aria-label={text("finance.budget.owner")}
        placeholder={text("finance.budget.owner")}
        nothingFoundMessage={text(owners.query.isLoadingError ? "error.notLoaded" : "people.noneSuch")}
        data={owners.options}
        value={owner}
        onChange={setOwner}
      />
      <Button
        size="xs"
        type="submit"
        disabled={!department || !isAmount(amount)}
        loading={create.isPending}
        leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
      >
        {text("finance.addBudget")}
      </Button>
    </form>
  );
}
