import { ActionIcon, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { object } from "yup";
import {
  listPayrollRows,
  type PayrollColumnSetting,
  readPayrollColumns,
  savePayrollColumns,
} from "../../../shared/people/payroll/payroll.contract";
import {
  type PayrollColumnKey,
  payrollColumnKeys,
  settlingColumns,
} from "../../../shared/people/payroll/payroll.rules";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { type Merge, mergeChanges, useEditedForm } from "../../ui/form/useEditedRecord";
import { Dialog } from "../../ui/Dialog";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { toast } from "../../ui/toast/toast";
import classes from "./payroll.module.css";

/** Choice and order of the columns of the export. */
export function PayrollColumns({ onClose }: { onClose: () => void }) {
  const text = useText();
  const query = useEndpoint(readPayrollColumns, {}, { staleTime: 0 });
  return (
    <Dialog opened onClose={onClose} size={460} title={text("payroll.configure")}>
      <QueryBoundary query={query} failed={text("payroll.failed")}>
        {({ data }) => <Choice setting={data} onClose={onClose} />}
      </QueryBoundary>
    </Dialog>
  );
}

interface ColumnValues extends Record<string, unknown> {
  order: readonly PayrollColumnKey[];
  chosen: Record<string, boolean>;
}

const valuesOf = ({ columns }: PayrollColumnSetting): ColumnValues => ({
  order: [...columns, ...payrollColumnKeys.filter((key) => !columns.includes(key))],
  chosen: Object.fromEntries(payrollColumnKeys.map((key) => [key, columns.includes(key)])),
});

/** Another user's columns, with those that the user has chosen, removed or moved. */
const mergeColumns: Merge<ColumnValues> = ({ start, typed }, current) => ({
  ...mergeChanges({ start, typed }, current),
  chosen: mergeChanges({ start: start.chosen, typed: typed.chosen }, current.chosen),
});

function Choice({ setting, onClose }: { setting: PayrollColumnSetting; onClose: () => void }) {
  const text = useText();
  const can = useCan();
  const form = useForm(object(), {
    initialValues: valuesOf(setting),
    onSubmit: async (_, { idempotencyKey }) => {
      try {
        const body = { columns, version: edited.version };
        toast.done((await call(savePayrollColumns, { body, idempotencyKey })).message ?? "");
        void refetch(readPayrollColumns, listPayrollRows);
        onClose();
      } catch (error) {
        // Saving again overwrites only the columns that the user has changed.
        if (error instanceof ProblemError && error.code === "organization.stale")
          edited.overwrite(error.record as PayrollColumnSetting);
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, setting, { valuesOf, merge: mergeColumns });
  const { order, chosen } = form.values;
  const columns = order.filter((key) => chosen[key]);
  const move = (at: number, by: number) => form.setValue("order", swapped(order, at, at + by));
  return (
    <DialogForm form={form} onClose={onClose} canSubmit={columns.length > 0}>
      <p className={classes.quiet}>{text("payroll.configure.why")}</p>
      <ChangedRecordNotice edited={edited} />
      <ul className={classes.columns}>
        {order.map((key, at) => {
          const name = text(`payroll.column.${key}`);
          const needed = settlingColumns[key];
          const refused = needed !== undefined && !can(needed) && !edited.base.columns.includes(key);
          return (
            <li key={key}>
              <Checkbox
                label={name}
                description={needed && text(refused ? "payroll.settles.refused" : "payroll.settles")}
                checked={chosen[key] ?? false}
                disabled={refused && !chosen[key]}
                onChange={() => form.setValue("chosen", { ...chosen, [key]: !chosen[key] })}
              />
              <ActionIcon
                aria-label={text("payroll.moveUp", { name })}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <IconArrowUp size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={text("payroll.moveDown", { name })}
                disabled={at === order.length - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </DialogForm>
  );
}

function swapped<Item>(items: readonly Item[], one: number, other: number): Item[] {
  const copy = [...items];
  [copy[one], copy[other]] = [copy[other] as Item, copy[one] as Item];
  return copy;
}
