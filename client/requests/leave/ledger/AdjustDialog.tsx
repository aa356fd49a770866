import { SegmentedControl, Select, Textarea } from "@mantine/core";
import { useState } from "react";
import { adjustBalance, leaveBalances, settleBalance } from "../../../../shared/requests/leave/ledger/balance.contract";
import {
  adjustmentSchema,
  type SettlementKind,
  settlementKinds,
  settlementSchema,
} from "../../../../shared/requests/leave/ledger/ledger.schema";
import { type LeaveType, listLeaveTypes } from "../../../../shared/requests/leave/types/types.contract";
import { call } from "../../../platform/api";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { DateField } from "../../../ui/fields/DateField";
import { NumberField } from "../../../ui/fields/NumberField";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { DialogForm } from "../../../ui/form/DialogForm";
import { useForm } from "../../../ui/form/form";
import { toast } from "../../../ui/toast/toast";
import { isAmount } from "../../../../shared/kernel/money";
import { AmountField } from "../../../ui/fields/AmountField";
import classes from "../calendar/Holidays.module.css";
import type { PersonBalances } from "./PeopleBalances";
import { useLeaveTexts } from "../types/useLeaveTexts";
import { Dialog } from "../../../ui/Dialog";
import { FailedReads } from "../../../ui/states/FailedReads";
import { SkeletonRows } from "../../../ui/states/Skeleton";

interface AdjustDialogProps {
  row: PersonBalances | null;
  year: number;
  onClose: () => void;
}

/** Adjusts a balance by days. The reason is visible to the employee in the ledger. */
export function AdjustDialog({ row, year, onClose }: AdjustDialogProps) {
  const text = useText();
  return (
    <Dialog
      opened={row !== null}
      onClose={onClose}
      size={460}
      title={row && text("balances.adjust", { name: row.person.fullname })}
    >
      {row && <Kinds key={row.person.id} row={row} year={year} onClose={onClose} />}
    </Dialog>
  );
}

interface FieldsProps {
  row: PersonBalances;
  /** Leave types whose balance the user may change. */
  types: readonly LeaveType[];
  year: number;
  onClose: () => void;
}

function Kinds(props: Omit<FieldsProps, "types">) {
  const text = useText();
  const [kind, setKind] = useState<"adjust" | SettlementKind>("adjust");
  const query = useEndpoint(listLeaveTypes);
  const types = query.data?.data.filter((type) => type.can_update_balance);
  return (
    <>
      <SegmentedControl
        fullWidth
        mb="sm"
        aria-label={text("balances.kind")}
        value={kind}
        onChange={setKind}
        data={(["adjust", ...settlementKinds] as const).map((value) => ({
          value,
          label: text(`balances.kind.${value}`),
        }))}
      />
      <FailedReads reads={[query]} />
      {types === undefined ? (
        query.isPending && <SkeletonRows rows={3} />
      ) : kind === "adjust" ? (
        <Fields types={types} {...props} />
      ) : (
        <SettleFields key={kind} kind={kind} types={types} {...props} />
      )}
    </>
  );
}

/** The first of the person's types that the field offers. */
const firstTypeOf = ({ balances }: PersonBalances, types: readonly LeaveType[]): number | null =>
  balances.find(({ leave_type }) => types.some(({ id }) => id === leave_type.id))?.leave_type.id ?? null;

function Fields({ row, types, year, onClose }: FieldsProps) {
  const text = useText();
  const form = useForm(adjustmentSchema, {
    draft: { storageKey: `leave:adjust:${row.person.id}`, keptFields: ["note"] },
    initialValues: {
      leave_type_id: firstTypeOf(row, types),
      year: year as number | string,
      days: "",
      note: "",
    },
    onSubmit: async (body, { idempotencyKey }) => {
      const params = { user_id: row.person.id };
      const { message } = await call(adjustBalance, { params, body, idempotencyKey });
      toast.done(message ?? "");
      onClose();
    },
  });
  const chosen = types.find(({ id }) => id === form.values.leave_type_id);
  return (
    <DialogForm form={form} onClose={onClose}>
      <AmountFields
        form={form}
        types={types}
        unit={chosen?.unit}
        description={chosen?.unit === "hours" ? undefined : text("balances.days.why")}
      />
      <Change userId={row.person.id} type={chosen} values={form.values} />
      <Textarea autosize minRows={2} label={text("balances.note")} {...form.field("note")} />
    </DialogForm>
  );
}

/** Pays out remaining days or lets them lapse. */
function SettleFields({ row, types, year, kind, onClose }: FieldsProps & { kind: SettlementKind }) {
  const text = useText();
  const today = useOrganizationToday();
  const form = useForm(settlementSchema, {
    draft: { storageKey: `leave:${kind}:${row.person.id}`, keptFields: ["note"] },
    initialValues: {
      leave_type_id: firstTypeOf(row, types),
      year: year as number | string,
      kind,
      days: "",
      // The payroll of later months doesn’t contain people who have left.
      day: (row.left_on !== null && row.left_on < today ? row.left_on : today) as string | null,
      note: "",
    },
    onSubmit: async (body, { idempotencyKey }) => {
      const params = { user_id: row.person.id };
      const { message } = await call(settleBalance, { params, body, idempotencyKey });
      toast.done(message ?? "");
      onClose();
    },
  });
  const chosen = types.find(({ id }) => id === form.values.leave_type_id);
  return (
    <DialogForm form={form} onClose={onClose}>
      <p className={classes.why}>{text(`balances.${kind}.why`)}</p>
      <AmountFields form={form} types={types} unit={chosen?.unit} description={text("balances.settle.minus")} />
      <Change userId={row.person.id} type={chosen} values={form.values} isDeducted />
      <DateField
        label={text("balances.settle.day")}
        description={kind === "payout" ? text("balances.payout.day.why") : undefined}
        {...form.valueProps<string | null>("day")}
      />
      <Textarea autosize minRows={2} label={text("balances.note")} {...form.field("note")} />
    </DialogForm>
  );
}

interface ValueProps<T> {
  name: string;
  value: T;
  onChange: (value: T) => void;
  onBlur: () => void;
  error: string | undefined;
}

interface AmountFieldsProps {
  /** The common part of both forms. */
  form: {
    values: { leave_type_id: number | null };
    valueProps: <T>(name: "leave_type_id" | "year" | "days") => ValueProps<T>;
    setValue: (name: string, value: unknown) => void;
  };
  types: readonly LeaveType[];
  unit: LeaveType["unit"] | undefined;
  description: string | undefined;
}

/** The leave type, the year and the number of days or hours. */
function AmountFields({ form, types, unit, description }: AmountFieldsProps) {
  const text = useText();
  const nameOf = useNameOf();
  const { leave_type_id: typeId } = form.values;
  return (
    <>
      <Select
        label={text("leave.kind")}
        allowDeselect={false}
        data={types.map((type) => ({ value: String(type.id), label: nameOf(type) }))}
        {...form.valueProps<string | null>("leave_type_id")}
        value={typeId === null ? null : String(typeId)}
        onChange={(id) => form.setValue("leave_type_id", id === null ? null : Number(id))}
      />
      <NumberField label={text("balances.year")} min={2000} max={2100} {...form.valueProps<number | string>("year")} />
      <AmountField
        data-autofocus
        currency={undefined}
        inputMode="text"
        label={text(unit === "hours" ? "balances.amount" : "balances.days")}
        description={description}
        {...form.valueProps<string>("days")}
      />
    </>
  );
}

interface ChangeProps {
  userId: number;
  type: LeaveType | undefined;
  values: { year: number | string; days: string };
  /** Set if positive days reduce the balance, which may not become negative. */
  isDeducted?: boolean;
}

function Change({ userId, type, values, isDeducted = false }: ChangeProps) {
  const text = useText();
  const { amountOf } = useLeaveTexts();
  const isYear = /^20\d\d$/.test(String(values.year));
  const query = { user_id: userId, year: Number(values.year) };
  const { data } = useEndpoint(leaveBalances, { query }, { enabled: isYear && type !== undefined });
  const typed = isAmount(values.days) ? Number(values.days) : Number.NaN;
  const days = isDeducted ? -typed : typed;
  if (!type || !isYear || !data || values.days.trim() === "" || !Number.isFinite(days)) return null;
  const before = data.data.find(({ leave_type }) => leave_type.id === type.id)?.balance ?? 0;
  const after = Math.round((before + days) * 100) / 100;
  const below = after < 0 && days < 0 && (isDeducted || !type.negative_allowed);
  return (
    <p role="status" data-below={below || undefined} className={classes.change}>
      {text("balances.change", {
        year: query.year,
        before: amountOf(before, type.unit),
        after: amountOf(after, type.unit),
      })}
      {below && <span>{text(isDeducted ? "balances.settle.below" : "balances.below")}</span>}
    </p>
  );
}
