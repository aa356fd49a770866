import { Button, Select, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { ReplyOf } from "../../../../../shared/kernel/endpoint";
import { isAmount } from "../../../../../shared/kernel/money";
import { AmountField } from "../../../../ui/fields/AmountField";
import { listHolidayLocations } from "../../../../../shared/requests/leave/calendar/holidays.contract";
import { adjustBalances, previewBulkAdjustment } from "../../../../../shared/requests/leave/ledger/batches.contract";
import type { LeaveUnit } from "../../../../../shared/requests/leave/types/counting.rules";
import { bulkFormSchema, maxBatchSize } from "../../../../../shared/requests/leave/ledger/ledger.schema";
import { listLeaveTypes } from "../../../../../shared/requests/leave/types/types.contract";
import { call } from "../../../../platform/api";
import { useNameOf } from "../../../../platform/intl/useNameOf";
import { useText } from "../../../../platform/intl/useText";
import { paths } from "../../../../platform/paths";
import { ProblemError } from "../../../../platform/problem-error";
import { useEndpoint } from "../../../../platform/query";
import { useOrganizationToday } from "../../../../platform/useOrganizationToday";
import { LightCheckbox } from "../../../../ui/fields/LightCheckbox";
import { NumberField } from "../../../../ui/fields/NumberField";
import { DraftGuard } from "../../../../ui/form/DraftGuard";
import { Form } from "../../../../ui/form/Form";
import { useForm } from "../../../../ui/form/form";
import { PageHead } from "../../../../ui/PageHead";
import { Panel } from "../../../../ui/Panel";
import { Avatar } from "../../../../ui/signs/Avatar";
import { SkeletonRows } from "../../../../ui/states/Skeleton";
import { Table } from "../../../../ui/Table";
import { toast } from "../../../../ui/toast/toast";
import { FailedReads } from "../../../../ui/states/FailedReads";
import { useLeaveDepartments } from "../../types/useLeaveDepartments";
import { useLeaveTexts } from "../../types/useLeaveTexts";
import classes from "./Batches.module.css";
import flow from "../../../../ui/layout/flow.module.css";

type Row = ReplyOf<typeof previewBulkAdjustment>["data"]["rows"][number];

/** Fields on which the preview depends. */
const previewFields = ["leave_type_id", "year", "days", "department_id", "location"] as const;

/** The balances before and after the adjustment; not current while the user types or the reply for the last values is missing. */
function useAdjustmentPreview(values: Record<(typeof previewFields)[number], string | number>) {
  const [settledValues] = useDebouncedValue(values, 300);
  const days = String(settledValues.days);
  const query = {
    leave_type_id: Number(settledValues.leave_type_id),
    year: Number(settledValues.year),
    days: isAmount(days) ? Number(days) : Number.NaN,
    department_id: Number(settledValues.department_id) || undefined,
    location: String(settledValues.location) || undefined,
  };
  const isComplete =
    query.leave_type_id > 0 && /^20\d\d$/.test(String(query.year)) && Number.isFinite(query.days) && query.days !== 0;
  const reply = useEndpoint(
    previewBulkAdjustment,
    { query },
    { enabled: isComplete, placeholderData: keepPreviousData },
  );
  const isSettled = previewFields.every((name) => settledValues[name] === values[name]);
  return {
    reply,
    rows: isComplete ? (reply.data?.data.rows ?? []) : [],
    isComplete,
    isCurrent: isComplete && isSettled && !reply.isPlaceholderData && reply.data !== undefined,
  };
}

/** Adjusts the balances of several people with one reason, after a preview of each balance. */
export function BulkAdjust() {
  const text = useText();
  const nameOf = useNameOf();
  const navigate = useNavigate();
  const year = Number(useOrganizationToday().slice(0, 4));
  const typesQuery = useEndpoint(listLeaveTypes);
  const types = (typesQuery.data?.data ?? []).filter((type) => type.can_update_balance);
  const { departments, read: departmentsQuery } = useLeaveDepartments();
  const locationsQuery = useEndpoint(listHolidayLocations, {});
  const locations = locationsQuery.data?.data ?? [];
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const form = useForm(bulkFormSchema, {
    initialValues: {
      leave_type_id: "",
      year: year as number | string,
      days: "",
      note: "",
      department_id: "",
      location: "",
    },
    onSubmit: async ({ leave_type_id, year: of, days, note }, { idempotencyKey }) => {
      const people = chosen.map(({ person, before }) => ({ user_id: person.id, before }));
      try {
        const body = { leave_type_id, year: of, days, note, people };
        const { message, data } = await call(adjustBalances, { body, idempotencyKey });
        toast.done(message ?? "");
        form.reset();
        void navigate(paths.leaveBatch("view", data.id));
      } catch (error) {
        if (error instanceof ProblemError && error.code === "leave.balancesChanged") void preview.refetch();
        throw error;
      }
    },
  });
  const { reply: preview, rows, isComplete, isCurrent } = useAdjustmentPreview(form.values);
  const chosen = rows.filter(({ person, below }) => !below && !excluded.has(person.id));
  const type = types.find(({ id }) => id === Number(form.values.leave_type_id));
  const anyOption = { value: "", label: text("leaveRules.any") };
  const select = (name: "leave_type_id" | "department_id" | "location") => ({
    allowDeselect: false,
    ...form.valueProps<string | null>(name),
    onChange: (value: string | null) => form.setValue(name, value ?? ""),
  });
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <PageHead title={text("title.leaveBatchAdjust")}>
        <Button component={Link} to={paths.leaveTab("balances")} variant="subtle" color="gray">
          {text("action.cancel")}
        </Button>
        <Button type="submit" variant="filled" disabled={!isCurrent || chosen.length === 0} loading={form.sending}>
          {text("balanceBatch.save", { count: isCurrent ? chosen.length : 0 })}
        </Button>
      </PageHead>
      <div className={classes.page}>
        <FailedReads reads={[typesQuery, departmentsQuery, locationsQuery]} />
        <div className={flow.fields}>
          <Select
            data-autofocus
            label={text("leave.kind")}
            data={types.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
            {...select("leave_type_id")}
            value={form.values.leave_type_id || null}
          />
          <NumberField
            label={text("balances.year")}
            min={2000}
            max={2100}
            {...form.valueProps<number | string>("year")}
          />
          <Select
            searchable
            label={text("team.department")}
            data={[anyOption, ...departments.map(({ id, name }) => ({ value: String(id), label: name }))]}
            {...select("department_id")}
          />
          <Select
            searchable
            label={text("leaveRules.location")}
            data={[anyOption, ...locations.map(({ name }) => ({ value: name, label: name }))]}
            {...select("location")}
          />
          <AmountField
            currency={undefined}
            inputMode="text"
            label={text(type?.unit === "hours" ? "balances.amount" : "balances.days")}
            description={type?.unit === "hours" ? undefined : text("balances.days.why")}
            {...form.valueProps<string>("days")}
          />
          <Textarea autosize minRows={2} label={text("balances.note")} {...form.field("note")} />
        </div>
        {!isComplete && <p className={classes.why}>{text("balanceBatch.previewWhy")}</p>}
        {isComplete && preview.isPending && <SkeletonRows rows={5} />}
        {isComplete && preview.error && (
          <p role="alert" className={classes.why}>
            {preview.error.message}
          </p>
        )}
        {isComplete && preview.data && (
          <PreviewTable
            rows={rows}
            hasMore={preview.data.data.more}
            unit={type?.unit ?? "days"}
            chosen={new Set(chosen.map(({ person }) => person.id))}
            onChoose={(ids, isChosen) => {
              const next = new Set(excluded);
              for (const id of ids) {
                if (isChosen) next.delete(id);
                else next.add(id);
              }
              setExcluded(next);
            }}
          />
        )}
      </div>
    </Form>
  );
}

interface PreviewTableProps {
  rows: readonly Row[];
  hasMore: boolean;
  unit: LeaveUnit;
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
}

function PreviewTable({ rows, hasMore, unit, chosen, onChoose }: PreviewTableProps) {
  const text = useText();
  const { figureOf } = useLeaveTexts();
  const possible = rows.flatMap(({ person, below }) => (below ? [] : [person.id]));
  const isAll = possible.length > 0 && chosen.size === possible.length;
  return (
    <Panel title={text("balanceBatch.preview", { count: chosen.size, people: rows.length })}>
      {hasMore && (
        <p role="status" className={classes.why}>
          {text("balanceBatch.more", { most: maxBatchSize })}
        </p>
      )}
      <div className={classes.scroll}>
        <Table className={classes.table}>
          <thead>
            <tr>
              <th className={classes.tick}>
                <LightCheckbox
                  label={text("balanceBatch.all")}
                  checked={isAll}
                  partly={!isAll && chosen.size > 0}
                  disabled={possible.length === 0}
                  onToggle={() => onChoose(possible, !isAll)}
                />
              </th>
              <th scope="col">{text("leave.col.person")}</th>
              <th scope="col" className={classes.end}>
                {text("leaveRules.before")}
              </th>
              <th scope="col" className={classes.end}>
                {text("leaveRules.after")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ person, department, before, after, below }) => (
              <tr key={person.id}>
                <td className={classes.tick}>
                  <LightCheckbox
                    label={person.fullname}
                    checked={chosen.has(person.id)}
                    disabled={below}
                    onToggle={() => onChoose([person.id], !chosen.has(person.id))}
                  />
                </td>
                <th scope="row">
                  <span className={classes.who}>
                    <Avatar person={person} size={24} hasVisibleName />
                    <span>
                      <bdi>{person.fullname}</bdi>
                      {department && <small>{department}</small>}
                      {below && <small className={classes.below}>{text("balances.below")}</small>}
                    </span>
                  </span>
                </th>
                <td className={classes.end}>
                  <bdi>{figureOf(before, unit)}</bdi>
                </td>
                <td className={below ? `${classes.end} ${classes.below}` : classes.end}>
                  <bdi>{figureOf(after, unit)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}
