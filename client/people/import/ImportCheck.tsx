import { Checkbox } from "@mantine/core";
import { IconAlertTriangle, IconEqual, IconPencil, IconUserPlus } from "@tabler/icons-react";
import { importStates, type ImportedRow, mostInvited } from "../../../shared/people/people-import.contract";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import classes from "./Import.module.css";
import type { ImportState } from "./useImport";

const signs = { new: IconUserPlus, changed: IconPencil, same: IconEqual, wrong: IconAlertTriangle } as const;

/** What would be done, row by row; nothing is yet. What is wrong comes first. */
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
        {importStates.map((one) => (
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
      {counts.new > 0 && (
        <Checkbox
          label={text("people.import.invite")}
          description={counts.new > mostInvited ? text("people.import.inviteMost") : text("people.import.invite.why")}
          disabled={counts.new > mostInvited}
          checked={invite && counts.new <= mostInvited}
          onChange={(event) => setInvite(event.currentTarget.checked)}
        />
      )}
      <Panel>
        <ol className={classes.rows} aria-label={text("people.import.step.check")}>
          {rows.map((row) => (
            <Row key={row.line} row={row} />
          ))}
        </ol>
      </Panel>
      {rows.length < total && <p className={classes.cut}>{text("people.shown", { shown: rows.length, total })}</p>}
    </>
  );
}

function Row({ row: { line, state, email, name, changes, errors } }: { row: ImportedRow }) {
  const text = useText();
  const { number } = useFormat();
  const Sign = signs[state];
  return (
    <li data-state={state}>
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
      <span className={classes.what}>
        {errors.map(({ field, message }, at) => (
          <span key={at}>
            {text(`people.field.${field}`)}: {message}
          </span>
        ))}
        {errors.length === 0 && changes.length === 0 && text(`people.import.is.${state}`)}
        {errors.length === 0 &&
          changes.map(({ field, before, after }) => (
            <span key={field}>
              {text(`people.field.${field}`)}:{" "}
              <Message
                id="people.history.fromTo"
                values={{ from: <bdi>{before ?? "–"}</bdi>, to: <bdi>{after ?? "–"}</bdi> }}
              />
            </span>
          ))}
      </span>
    </li>
  );
}
