import { Button, Checkbox } from "@mantine/core";
import { IconAlertTriangle, IconEqual } from "@tabler/icons-react";
import { useState } from "react";
import type { DayStyle } from "../../../../shared/kernel/written-days";
import { type ImportedHoliday, importHolidays } from "../../../../shared/requests/leave/calendar/holidays.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { FormatSelect } from "../../../ui/fields/FormatSelect";
import { toast } from "../../../ui/toast/toast";
import { TableImport, useTableImport } from "../TableImport";
import { sourceBody, type TableSource, withFormat } from "../TableSourceFields";
import { HolidayLocation } from "./HolidayLocation";
import classes from "./Holidays.module.css";
import { Dialog } from "../../../ui/Dialog";

export function HolidayImport({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={text("holiday.import")}>
      {opened && <Import onClose={onClose} />}
    </Dialog>
  );
}

const accepted =
  ".csv,.tsv,.txt,.xlsx,.ics,text/csv,text/calendar,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function Import({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [location, setLocation] = useState("");
  const [chosenRows, setChosenRows] = useState<ReadonlySet<number>>(new Set());
  const preview = useAction(importHolidays, {
    onSuccess: ({ data }) =>
      setChosenRows(
        new Set(data.rows.flatMap(({ state, observance }, at) => (state === "new" && !observance ? at : []))),
      ),
  });
  const add = useAction(importHolidays, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      onClose();
    },
  });
  const read = preview.data?.data;
  const rows = read?.rows;
  const bodyOf = (input: TableSource, dryRun: boolean) => {
    const body = sourceBody(input);
    if (location) body.set("location", location);
    body.set("dry_run", String(dryRun));
    if (!dryRun) body.set("rows", [...chosenRows].join(","));
    return body;
  };
  const table = useTableImport(preview, (input) => bodyOf(input, true));
  const { source, check } = table;
  return (
    <TableImport
      table={table}
      why={text("holiday.import.why")}
      accept={accepted}
      contentLabel={text("holiday.import.content")}
      detected={read}
      isImporting={add.isPending}
      importButton={
        <Button
          variant="filled"
          disabled={chosenRows.size === 0}
          loading={add.isPending}
          onClick={() => add.mutate({ body: bodyOf(source, false) })}
        >
          {text("holiday.import.add", { count: chosenRows.size })}
        </Button>
      }
      onClose={onClose}
    >
      {read?.days && (
        <FormatSelect
          kind="days"
          found={read.days}
          chosen={source.format.days ?? ""}
          sample={read.rows[0]?.date ?? ""}
          onChange={(days) => check(withFormat(source, { days: days as DayStyle }))}
        />
      )}
      <HolidayLocation
        description={text("holiday.import.location")}
        value={location}
        onChange={(next) => {
          setLocation(next);
          preview.reset();
        }}
      />
      {rows && (
        <Rows
          rows={rows}
          chosen={chosenRows}
          onChoose={(at, isChosen) => {
            const next = new Set(chosenRows);
            if (isChosen) next.add(at);
            else next.delete(at);
            setChosenRows(next);
          }}
        />
      )}
    </TableImport>
  );
}

const signs = { known: IconEqual, wrong: IconAlertTriangle } as const;

function noteOf({ state, observance }: ImportedHoliday, isChosen: boolean) {
  if (state !== "new") return "known";
  if (observance) return "observance";
  return isChosen ? "new" : "left";
}

interface RowsProps {
  rows: readonly ImportedHoliday[];
  /** Positions of the rows to add. */
  chosen: ReadonlySet<number>;
  onChoose: (at: number, isChosen: boolean) => void;
}

function Rows({ rows, chosen, onChoose }: RowsProps) {
  const text = useText();
  const { day, number } = useFormat();
  if (rows.length === 0) return <p role="status">{text("holiday.import.empty")}</p>;
  return (
    <ol className={classes.rows} aria-label={text("holiday.import.preview")}>
      {rows.map((row, at) => {
        const Sign = signs[row.state === "wrong" ? "wrong" : "known"];
        return (
          <li key={at} data-state={row.state}>
            {row.state === "new" ? (
              <Checkbox
                size="xs"
                aria-label={text("holiday.import.choice", { name: row.name })}
                checked={chosen.has(at)}
                onChange={(event) => onChoose(at, event.currentTarget.checked)}
              />
            ) : (
              <Sign size={16} stroke={1.75} aria-hidden />
            )}
            <span className={classes.line}>{text("holiday.import.line", { line: number(row.line) })}</span>
            <span>
              {row.date && row.state !== "wrong" ? day(row.date, "medium") : <bdi>{row.date}</bdi>}{" "}
              <bdi>{row.name}</bdi> {row.location && <bdi>{row.location}</bdi>}
            </span>
            <span className={classes.why}>
              {row.state === "wrong" ? row.errors.join(" ") : text(`holiday.import.${noteOf(row, chosen.has(at))}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
