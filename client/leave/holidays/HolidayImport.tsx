import { Button, FileButton, Modal, Textarea, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconEqual, IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import { type ImportedHoliday, importHolidays } from "../../../shared/leave/holidays.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { Optional } from "../../ui/fields/Optional";
import { toast } from "../../ui/toast/toast";
import classes from "./Holidays.module.css";

/** A list from a table or a calendar: first one sees what comes of each row, then the good ones are added. */
export function HolidayImport({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={640}
      title={text("holiday.import")}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {opened && <Import onClose={onClose} />}
    </Modal>
  );
}

function Import({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [content, setContent] = useState("");
  const [location, setLocation] = useState("");
  const preview = useAction(importHolidays);
  const add = useAction(importHolidays, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      onClose();
    },
  });
  const rows = preview.data?.data.rows;
  const fresh = rows?.filter(({ state }) => state === "new").length ?? 0;
  /** What was looked at isn't what stands there now. */
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    preview.reset();
  };
  const body = { content, location: location || null };
  const read = async (file: File | null) => file && change(setContent)(await file.text());
  return (
    <div className={classes.import}>
      <p className={classes.why}>{text("holiday.import.why")}</p>
      <FileButton accept=".csv,.ics,text/csv,text/calendar" onChange={(file) => void read(file)}>
        {(props) => (
          <Button {...props} leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}>
            {text("holiday.import.choose")}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={text("holiday.import.content")}
        autosize
        minRows={4}
        maxRows={10}
        dir="ltr"
        value={content}
        onChange={(event) => change(setContent)(event.currentTarget.value)}
      />
      <TextInput
        label={<Optional label={text("holiday.location")} />}
        description={text("holiday.import.location")}
        value={location}
        onChange={(event) => change(setLocation)(event.currentTarget.value)}
      />
      {rows && <Rows rows={rows} />}
      <footer className={classes.footer}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        {rows ? (
          <Button variant="filled" disabled={fresh === 0} loading={add.isPending} onClick={() => add.mutate({ body })}>
            {text("holiday.import.add", { count: fresh })}
          </Button>
        ) : (
          <Button
            variant="filled"
            disabled={content.trim() === ""}
            loading={preview.isPending}
            onClick={() => preview.mutate({ body: { ...body, dry_run: true } })}
          >
            {text("holiday.import.check")}
          </Button>
        )}
      </footer>
    </div>
  );
}

const signs = { new: IconCheck, known: IconEqual, wrong: IconAlertTriangle } as const;

function Rows({ rows }: { rows: readonly ImportedHoliday[] }) {
  const text = useText();
  const { day, number } = useFormat();
  if (rows.length === 0) return <p role="status">{text("holiday.import.empty")}</p>;
  return (
    <ol className={classes.rows} aria-label={text("holiday.import.preview")}>
      {rows.map((row, at) => {
        const Sign = signs[row.state];
        return (
          <li key={at} data-state={row.state}>
            <Sign size={16} stroke={1.75} aria-hidden />
            <span className={classes.line}>{text("holiday.import.line", { line: number(row.line) })}</span>
            <span>
              {row.date && row.state !== "wrong" ? day(row.date, "medium") : <bdi>{row.date}</bdi>}{" "}
              <bdi>{row.name}</bdi> {row.location && <bdi>{row.location}</bdi>}
            </span>
            <span className={classes.why}>
              {row.state === "wrong" ? row.errors.join(" ") : text(`holiday.import.${row.state}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
