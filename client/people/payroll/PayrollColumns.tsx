import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useState } from "react";
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
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { CancelButton } from "../../ui/CancelButton";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { useEditedRecord } from "../../ui/form/useEditedRecord";
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

const orderOf = ({ columns }: PayrollColumnSetting): readonly PayrollColumnKey[] => [
  ...columns,
  ...payrollColumnKeys.filter((key) => !columns.includes(key)),
];

function Choice({ setting, onClose }: { setting: PayrollColumnSetting; onClose: () => void }) {
  const text = useText();
  const can = useCan();
  const [order, setOrder] = useState(() => orderOf(setting));
  const [chosen, setChosen] = useState<ReadonlySet<PayrollColumnKey>>(new Set(setting.columns));
  const save = useAction(savePayrollColumns, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      void refetch(readPayrollColumns, listPayrollRows);
      onClose();
    },
    onProblem: (error) => {
      // Saving again overwrites the other user's choice.
      if (error instanceof ProblemError && error.code === "organization.stale")
        edited.overwrite(error.record as PayrollColumnSetting);
    },
  });
  const columns = order.filter((key) => chosen.has(key));
  const [shownColumns, setShownColumns] = useState<readonly PayrollColumnKey[]>(setting.columns);
  const edited = useEditedRecord(setting, {
    isDirty: columns.join() !== shownColumns.join(),
    isSending: save.isPending,
    contentOf: (record) => record.columns,
    show: (record) => {
      setShownColumns(record.columns);
      setOrder(orderOf(record));
      setChosen(new Set(record.columns));
    },
  });
  const move = (at: number, by: number) => setOrder(swapped(order, at, at + by));
  const choose = (key: PayrollColumnKey) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{text("payroll.configure.why")}</p>
      <ChangedRecordNotice edited={edited} />
      <ul className={classes.columns}>
        {order.map((key, at) => {
          const name = text(`payroll.column.${key}`);
          const needed = settlingColumns[key];
          const refused = needed !== undefined && !can(needed) && !setting.columns.includes(key);
          return (
            <li key={key}>
              <Checkbox
                label={name}
                description={needed && text(refused ? "payroll.settles.refused" : "payroll.settles")}
                checked={chosen.has(key)}
                disabled={refused && !chosen.has(key)}
                onChange={() => choose(key)}
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
      <footer className={classes.footer}>
        <CancelButton isSending={save.isPending} onClick={onClose} />
        <Button
          variant="filled"
          disabled={columns.length === 0}
          loading={save.isPending}
          onClick={() => save.mutate({ body: { columns, version: edited.version } })}
        >
          {text("action.save")}
        </Button>
      </footer>
    </div>
  );
}

function swapped<Item>(items: readonly Item[], one: number, other: number): Item[] {
  const copy = [...items];
  [copy[one], copy[other]] = [copy[other] as Item, copy[one] as Item];
  return copy;
}
