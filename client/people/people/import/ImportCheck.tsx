import { Button, Checkbox, TextInput } from "@mantine/core";
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconEqual,
  IconPencil,
  IconUserMinus,
  IconUserPlus,
} from "@tabler/icons-react";
import {
  type ImportField,
  importStates,
  type ImportedRow,
  maxImportInvitations,
} from "../../../../shared/people/people/people-import.contract";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { Panel } from "../../../ui/Panel";
import classes from "./Import.module.css";
import type { ImportState, ImportPreview } from "./useImport";

const signs = {
  new: IconUserPlus,
  changed: IconPencil,
  same: IconEqual,
  wrong: IconAlertTriangle,
  skipped: IconUserMinus,
} as const;

export function ImportCheck({ state, full }: { state: ImportState; full: boolean }) {
  const text = useText();
  const { number } = useFormat();
  const { preview, invite, setInvite } = state;
  if (!preview) return null;
  const { counts, seats, rows } = preview;
  const total = importStates.reduce((sum, one) => sum + counts[one], 0);
  return (
    <>
      <ul className={classes.counts}>
        {importStates
          .filter((one) => one !== "skipped" || counts.skipped > 0)
          .map((one) => (
            <li key={one} data-state={one}>
              <b>{number(counts[one])}</b> {text(`people.import.state.${one}`, { count: counts[one] })}
            </li>
          ))}
      </ul>
      {counts.wrong > 0 && (
        <p className={classes.missing} role="alert">
          {text("people.import.mend")}
        </p>
      )}
      {full && seats.free !== null && (
        <p className={classes.missing} role="alert">
          {text("people.import.full", { needed: seats.needed, free: seats.free })}
        </p>
      )}
      {!full && seats.free !== null && seats.needed > 0 && (
        <p>{text("people.import.seats", { needed: seats.needed, free: seats.free })}</p>
      )}
      <Consequences preview={preview} />
      {counts.new > 0 && (
        <Checkbox
          label={text("people.import.invite")}
          description={
            counts.new > maxImportInvitations ? text("people.import.inviteMost") : text("people.import.invite.why")
          }
          disabled={counts.new > maxImportInvitations}
          checked={invite && counts.new <= maxImportInvitations}
          onChange={(event) => setInvite(event.currentTarget.checked)}
        />
      )}
      <Panel>
        <ol className={classes.rows} aria-label={text("people.import.step.check")}>
          {rows.map((row) => (
            <Row key={row.line} row={row} state={state} />
          ))}
        </ol>
      </Panel>
      {rows.length < total && <p className={classes.cut}>{text("people.shown", { shown: rows.length, total })}</p>}
    </>
  );
}

function Consequences({ preview: { creates, unused } }: { preview: ImportPreview }) {
  const text = useText();
  const { list } = useFormat();
  const lines = [
    ...(["department", "position", "group"] as const).map((kind) => ({
      id: `people.import.creates.${kind}` as const,
      names: creates[kind],
    })),
    { id: "people.import.unused" as const, names: unused },
  ].filter(({ names }) => names.length > 0);
  if (lines.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {lines.map(({ id, names }) => (
        <li key={id}>{text(id, { names: list(names) })}</li>
      ))}
    </ul>
  );
}

function Row({ row, state: importing }: { row: ImportedRow; state: ImportState }) {
  const text = useText();
  const { number } = useFormat();
  const { line, name, email, warnings } = row;
  const leftOut = importing.isSkipped(line);
  const state = leftOut ? "skipped" : row.state;
  const Sign = signs[state];
  return (
    <li data-state={state} data-warns={warnings.length > 0 || undefined}>
      <Sign size={16} stroke={1.75} aria-hidden />
      <span className={classes.line}>{text("holiday.import.line", { line: number(line) })}</span>
      <span className={classes.who}>
        <bdi>{name || email}</bdi>
        {name && (
          <small>
            <bdi>{email}</bdi>
          </small>
        )}
      </span>
      <div className={classes.what}>
        {!leftOut && row.state === "wrong" && <Corrections row={row} state={importing} />}
        {!leftOut && row.state !== "wrong" && <Changes row={row} />}
        {!leftOut &&
          warnings.map(({ field, message }) => (
            <span key={field} className={classes.warning}>
              <IconAlertCircle size={14} stroke={1.75} aria-hidden /> {text(`people.field.${field}`)}: {message}
            </span>
          ))}
        {leftOut && text("people.import.is.skipped")}
        {(leftOut || row.state === "wrong" || warnings.length > 0) && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={text(leftOut ? "people.import.takeIn.line" : "people.import.leaveOut.line", {
              line: number(line),
            })}
            onClick={() => importing.skip(line, !leftOut)}
          >
            {text(leftOut ? "people.import.takeIn" : "people.import.leaveOut")}
          </Button>
        )}
      </div>
    </li>
  );
}

function Changes({ row: { state, changes } }: { row: ImportedRow }) {
  const text = useText();
  if (changes.length === 0) return <span>{text(`people.import.is.${state}`)}</span>;
  return changes.map(({ field, before, after }) => (
    <span key={field}>
      {text(`people.field.${field}`)}:{" "}
      <Message
        id="people.history.fromTo"
        values={{ from: <bdi>{before ?? "–"}</bdi>, to: <bdi>{after ?? "–"}</bdi> }}
      />
    </span>
  ));
}

/**
 * Errors of a row: cells of the file that have errors become inputs for correction, and a missing name, which may have no column or two;
 * other errors are shown as text.
 */
function Corrections({ row: { line, errors, cells }, state }: { row: ImportedRow; state: ImportState }) {
  const text = useText();
  const { number } = useFormat();
  const byField = new Map<ImportField, string[]>();
  for (const { field, message } of errors) byField.set(field, [...(byField.get(field) ?? []), message]);
  return [...byField].map(([field, messages]) => {
    const cell = cells.find((one) => one.field === field);
    const label = text(`people.field.${field}`);
    if (!cell && field !== "fullname")
      return (
        <span key={field}>
          {label}: {messages.join(" ")}
        </span>
      );
    return (
      <TextInput
        key={field}
        label={label}
        aria-label={text("people.import.cell", { field: label, line: number(line) })}
        error={messages.join(" ")}
        value={state.valueOf(line, field) ?? cell?.text ?? ""}
        onChange={(event) => state.correct(line, field, event.currentTarget.value)}
        dir="auto"
      />
    );
  });
}
