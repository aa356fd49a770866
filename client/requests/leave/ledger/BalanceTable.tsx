import { ActionIcon } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import { compareNames, useNameOf } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { Panel } from "../../../ui/Panel";
import { Avatar } from "../../../ui/signs/Avatar";
import { Table } from "../../../ui/Table";
import { LeaveIcon } from "../types/LeaveIcon";
import { useLeaveTexts } from "../types/useLeaveTexts";
import classes from "./BalanceTable.module.css";
import type { LedgerSubject } from "./LedgerDialog";
import type { PersonBalances } from "./PeopleBalances";

interface BalanceTableProps {
  rows: readonly PersonBalances[];
  year: number;
  onAsk: (of: LedgerSubject) => void;
  onAdjust: (row: PersonBalances) => void;
}

export function BalanceTable({ rows, year, onAsk, onAdjust }: BalanceTableProps) {
  const text = useText();
  const nameOf = useNameOf();
  const typeById = new Map(
    rows.flatMap(({ balances }) => balances.map(({ leave_type: type }) => [type.id, type] as const)),
  );
  const types = [...typeById.values()].toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
  return (
    <Panel>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable table must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={text("balances.table")}>
        <Table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{text("leave.col.person")}</th>
              {types.map((type) => (
                <th key={type.id} scope="col" className={classes.end}>
                  <span>
                    <LeaveIcon icon={type.icon} />
                    <bdi>{nameOf(type)}</bdi>
                  </span>
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">{text("balances.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.person.id} row={row} types={types} year={year} onAsk={onAsk} onAdjust={onAdjust} />
            ))}
          </tbody>
        </Table>
      </section>
    </Panel>
  );
}

interface RowProps extends Omit<BalanceTableProps, "rows"> {
  row: PersonBalances;
  types: readonly LeaveTypeRef[];
}

function Row({ row, types, year, onAsk, onAdjust }: RowProps) {
  const text = useText();
  const { person, department, balances } = row;
  return (
    <tr>
      <th scope="row">
        <span className={classes.who}>
          <Avatar person={person} size={24} hasVisibleName />
          <span>
            <bdi>{person.fullname}</bdi>
            {department && <small>{department}</small>}
          </span>
        </span>
      </th>
      {types.map((type) => (
        <td key={type.id} className={classes.end}>
          <Figure
            type={type}
            of={balances.find(({ leave_type: { id } }) => id === type.id)}
            onAsk={() => onAsk({ userId: person.id, name: person.fullname, leaveType: type, year })}
          />
        </td>
      ))}
      <td className={classes.adjust}>
        <ActionIcon
          size="lg"
          aria-label={text("balances.adjust", { name: person.fullname })}
          onClick={() => onAdjust(row)}
        >
          <IconAdjustments size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

interface FigureProps {
  type: LeaveTypeRef;
  of: PersonBalances["balances"][number] | undefined;
  onAsk: () => void;
}

function Figure({ type, of, onAsk }: FigureProps) {
  const text = useText();
  const { figureOf } = useLeaveTexts();
  const nameOf = useNameOf();
  if (!of) return null;
  const { balance, waiting } = of;
  return (
    <button
      type="button"
      data-below={balance < 0 || undefined}
      aria-label={text("ledger.why", { type: nameOf(type), days: figureOf(balance, type.unit) })}
      onClick={onAsk}
    >
      <bdi className={classes.named}>{nameOf(type)}</bdi>
      <b>{figureOf(balance, type.unit)}</b>
      {waiting !== 0 && <small>{text("balances.waiting", { days: figureOf(-waiting, type.unit) })}</small>}
    </button>
  );
}
