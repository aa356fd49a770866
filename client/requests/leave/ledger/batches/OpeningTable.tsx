import { TextInput } from "@mantine/core";
import type { ClipboardEvent } from "react";
import type { ReplyOf } from "../../../../../shared/kernel/endpoint";
import type { listOpenings } from "../../../../../shared/requests/leave/ledger/openings.contract";
import type { LeaveTypeRef } from "../../../../../shared/requests/leave/types/types.contract";
import { compareNames, useNameOf } from "../../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { Panel } from "../../../../ui/Panel";
import { Avatar } from "../../../../ui/signs/Avatar";
import { Table } from "../../../../ui/Table";
import { LeaveIcon } from "../../types/LeaveIcon";
import { useLeaveTexts } from "../../types/useLeaveTexts";
import classes from "./Batches.module.css";
import { cellKey, daysOf, type OpeningCell, type OpeningCells, pastedCells } from "./opening-cells";

type Row = ReplyOf<typeof listOpenings>["data"][number];

interface OpeningTableProps {
  rows: readonly Row[];
  cells: OpeningCells;
  onChange: (changed: readonly OpeningCell[]) => void;
}

/** A balance per person and leave type; a block pasted from a spreadsheet fills several cells. */
export function OpeningTable({ rows, cells, onChange }: OpeningTableProps) {
  const text = useText();
  const nameOf = useNameOf();
  const typeById = new Map(
    rows.flatMap(({ balances }) => balances.map(({ leave_type: type }) => [type.id, type] as const)),
  );
  const types = [...typeById.values()].toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
  const typeIds = types.map(({ id }) => id);
  return (
    <Panel>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable table must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={text("title.leaveOpening")}>
        <Table className={`${classes.table} ${classes.grid}`}>
          <thead>
            <tr>
              <th scope="col">{text("leave.col.person")}</th>
              {types.map((type) => (
                <th key={type.id} scope="col">
                  <span className={classes.who}>
                    <LeaveIcon icon={type.icon} />
                    <bdi>{nameOf(type)}</bdi>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ person, department, balances }) => (
              <tr key={person.id}>
                <th scope="row">
                  <span className={classes.who}>
                    <Avatar person={person} size={24} hasVisibleName />
                    <span>
                      <bdi>{person.fullname}</bdi>
                      {department && <small>{department}</small>}
                    </span>
                  </span>
                </th>
                {types.map((type) => {
                  const balance = balances.find(({ leave_type: { id } }) => id === type.id);
                  return (
                    <td key={type.id}>
                      {balance && (
                        <Cell
                          name={person.fullname}
                          type={type}
                          days={balance.days}
                          typed={cells.get(cellKey(person.id, type.id))?.typed ?? ""}
                          onType={(typed) =>
                            onChange([{ userId: person.id, typeId: type.id, typed, before: balance.days }])
                          }
                          onPaste={(event) => {
                            const block = event.clipboardData.getData("text/plain");
                            const pasted = pastedCells(block, rows, typeIds, { userId: person.id, typeId: type.id });
                            if (!pasted) return;
                            event.preventDefault();
                            onChange(pasted);
                          }}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Panel>
  );
}

interface CellProps {
  name: string;
  type: LeaveTypeRef;
  days: number;
  typed: string;
  onType: (typed: string) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

function Cell({ name, type, days, typed, onType, onPaste }: CellProps) {
  const text = useText();
  const nameOf = useNameOf();
  const { signs } = useFormat();
  const { figureOf } = useLeaveTexts();
  const isWrong = typed !== "" && daysOf({ typed }, signs) === null;
  const currentBalance = figureOf(days, type.unit);
  return (
    <span className={classes.cell}>
      <bdi className={classes.named}>{nameOf(type)}</bdi>
      <bdi className={classes.now}>{currentBalance}</bdi>
      <TextInput
        size="xs"
        inputMode="text"
        autoComplete="off"
        aria-label={text("opening.cell", { name, type: nameOf(type), days: currentBalance })}
        error={isWrong}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onPaste={onPaste}
      />
    </span>
  );
}
