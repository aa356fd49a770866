import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { NumberStyle } from "../../../../../shared/kernel/written-amounts";
import { type ImportedOpening, readOpeningFile } from "../../../../../shared/requests/leave/ledger/openings.contract";
import { useNameOf } from "../../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { useAction } from "../../../../platform/query";
import { Dialog } from "../../../../ui/Dialog";
import { FormatSelect } from "../../../../ui/fields/FormatSelect";
import { TableImport, useTableImport } from "../../TableImport";
import { sourceBody, withFormat } from "../../TableSourceFields";
import holidays from "../../calendar/Holidays.module.css";
import { useLeaveTexts } from "../../types/useLeaveTexts";
import type { OpeningCell } from "./opening-cells";

interface OpeningImportProps {
  opened: boolean;
  day: string;
  onClose: () => void;
  onImport: (cells: readonly OpeningCell[]) => void;
}

/** Fills the grid with balances from a file or a pasted table. They are saved only when the user saves the grid. */
export function OpeningImport({ opened, onClose, ...props }: OpeningImportProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={text("opening.import")}>
      {opened && <Import onClose={onClose} {...props} />}
    </Dialog>
  );
}

const accepted = ".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function Import({ day, onClose, onImport }: Omit<OpeningImportProps, "opened">) {
  const text = useText();
  const { signs } = useFormat();
  const preview = useAction(readOpeningFile);
  const read = preview.data?.data;
  const valid = (read?.rows ?? []).flatMap(({ errors, person, leave_type, days, before }) =>
    errors.length === 0 && person && leave_type && days !== null && before !== null
      ? [{ userId: person.id, typeId: leave_type.id, typed: String(days).replace(".", signs.decimal), before }]
      : [],
  );
  const table = useTableImport(preview, (input) => {
    const body = sourceBody(input);
    body.set("day", day);
    return body;
  });
  const { source, check } = table;
  return (
    <TableImport
      table={table}
      why={text("opening.import.why")}
      accept={accepted}
      contentLabel={text("opening.import.content")}
      detected={read}
      importButton={
        <Button
          variant="filled"
          disabled={valid.length === 0}
          onClick={() => {
            onImport(valid);
            onClose();
          }}
        >
          {text("opening.import.take", { count: valid.length })}
        </Button>
      }
      onClose={onClose}
    >
      {read?.numbers && (
        <FormatSelect
          kind="numbers"
          found={read.numbers}
          chosen={source.format.numbers ?? ""}
          sample={read.rows.find(({ given }) => /[.,]/.test(given.amount))?.given.amount ?? ""}
          onChange={(numbers) => check(withFormat(source, { numbers: numbers as NumberStyle }))}
        />
      )}
      {read && <Rows rows={read.rows} />}
    </TableImport>
  );
}

function Rows({ rows }: { rows: readonly ImportedOpening[] }) {
  const text = useText();
  const { number } = useFormat();
  const nameOf = useNameOf();
  const { figureOf } = useLeaveTexts();
  if (rows.length === 0) return <p role="status">{text("opening.import.empty")}</p>;
  return (
    <ol className={holidays.rows} aria-label={text("holiday.import.preview")}>
      {rows.map(({ line, given, person, department, leave_type: type, days, before, errors }) => (
        <li key={line} data-state={errors.length > 0 ? "wrong" : "new"}>
          {errors.length > 0 ? (
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconCheck size={16} stroke={1.75} aria-hidden />
          )}
          <span className={holidays.line}>{text("holiday.import.line", { line: number(line) })}</span>
          <span>
            <bdi>{person?.fullname ?? given.person}</bdi>
            {person && <Identity cell={given.person} fullname={person.fullname} department={department} />}{" "}
            <bdi>{type ? nameOf(type) : given.type}</bdi>
          </span>
          <span className={holidays.why}>
            {errors.length === 0 && type && days !== null && before !== null
              ? text("opening.import.change", { before: figureOf(before, type.unit), after: figureOf(days, type.unit) })
              : errors.join(" ")}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface IdentityProps {
  cell: string;
  fullname: string;
  department: string | null;
}

/** Distinguishes people with the same name: the department, and the number or address by which the file names them. */
function Identity({ cell, fullname, department }: IdentityProps) {
  const parts = [department, cell === fullname ? null : cell].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return (
    <span className={holidays.why}>
      {parts.map((part) => (
        <span key={part}>
          {" · "}
          <bdi>{part}</bdi>
        </span>
      ))}
    </span>
  );
}
