import { Button, Checkbox, FileButton, Textarea } from "@mantine/core";
import { IconAlertTriangle, IconEqual, IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import type { Encoding, Separator } from "../../../../shared/kernel/table-text";
import type { DayStyle } from "../../../../shared/kernel/written-days";
import { type ImportedHoliday, importHolidays } from "../../../../shared/requests/leave/calendar/holidays.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { FileTextFields } from "../../../ui/fields/FileTextFields";
import { FormatSelect } from "../../../ui/fields/FormatSelect";
import { type LayoutChoice, setChoices, TableLayoutFields } from "../../../ui/fields/TableLayoutFields";
import { toast } from "../../../ui/toast/toast";
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

interface Choice extends LayoutChoice {
  encoding?: Encoding;
  separator?: Separator;
  days?: DayStyle;
}

function Import({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  const [content, setContent] = useState("");
  const [choice, setChoice] = useState<Choice>({});
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
  /** Discards the preview, which no longer matches the input. */
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    preview.reset();
  };
  const bodyOf = (dryRun: boolean, chosen: File | null, how: Choice) => {
    const body = new FormData();
    if (chosen) body.set("file", chosen);
    else body.set("content", content);
    setChoices(body, how);
    if (location) body.set("location", location);
    body.set("dry_run", String(dryRun));
    if (!dryRun) body.set("rows", [...chosenRows].join(","));
    return body;
  };
  const check = (chosen = file, how = choice) => preview.mutate({ body: bodyOf(true, chosen, how) });
  /** Files are parsed on the server, which detects the encoding. */
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    setFile(chosen);
    setContent("");
    setChoice({});
    check(chosen, {});
  };
  const chooseHow = (changes: Choice) => {
    const how = { ...choice, ...changes };
    setChoice(how);
    check(file, how);
  };
  return (
    <div className={classes.import}>
      <p className={classes.why}>{text("holiday.import.why")}</p>
      <FileButton accept={accepted} onChange={choose}>
        {(props) => (
          <Button
            {...props}
            loading={preview.isPending}
            leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
          >
            {text("holiday.import.choose")}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={text("holiday.import.content")}
        minRows={4}
        maxRows={10}
        dir="ltr"
        value={content}
        onChange={(event) => {
          setFile(null);
          change(setContent)(event.currentTarget.value);
        }}
      />
      {file && (
        <p role="status">
          <bdi>{file.name}</bdi>
        </p>
      )}
      {file && read?.text && (
        <FileTextFields
          text={read.text}
          withoutSeparator={/\.ics$/i.test(file.name)}
          disabled={preview.isPending}
          onChange={chooseHow}
        />
      )}
      {file && read?.layout && (
        <TableLayoutFields layout={read.layout} disabled={preview.isPending} onChange={chooseHow} />
      )}
      {read?.days && (
        <FormatSelect
          kind="days"
          found={read.days}
          chosen={choice.days ?? ""}
          sample={read.rows[0]?.date ?? ""}
          onChange={(days) => chooseHow({ days: days as DayStyle })}
        />
      )}
      <HolidayLocation description={text("holiday.import.location")} value={location} onChange={change(setLocation)} />
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
      <footer className={classes.footer}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        {rows ? (
          <Button
            variant="filled"
            disabled={chosenRows.size === 0}
            loading={add.isPending}
            onClick={() => add.mutate({ body: bodyOf(false, file, choice) })}
          >
            {text("holiday.import.add", { count: chosenRows.size })}
          </Button>
        ) : (
          <Button
            variant="filled"
            disabled={content.trim() === "" && !file}
            loading={preview.isPending}
            onClick={() => check()}
          >
            {text("holiday.import.check")}
          </Button>
        )}
      </footer>
    </div>
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
