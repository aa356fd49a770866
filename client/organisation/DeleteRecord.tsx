import { Select } from "@mantine/core";
import { useState } from "react";
import type { Use } from "../../shared/kernel/uses";
import type { AffectedBooking, Rehomed } from "../../shared/places/affected";
import { useFormat, useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { reportFailure } from "../platform/failure";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { toast } from "../ui/toast/toast";
import { AffectedBookings, affectedIn, type Answers, answersOf } from "./AffectedBookings";
import classes from "./organisation.module.css";

interface DeleteRecordProps {
  record: { id: number; name: string };
  /** Whoever may take over all that names it; without them it can't be deleted while it is in use. */
  successors?: readonly { id: number; name: string }[];
  remove: (successorId: number | null, bookings?: Rehomed[]) => Promise<{ message: string }>;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks first. In use: says by what, and offers to move all of it. */
export function DeleteRecord({ record, successors, remove, onClose, onDeleted }: DeleteRecordProps) {
  const text = useText();
  const [uses, setUses] = useState<Use[] | null>(null);
  const [successor, setSuccessor] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [affected, setAffected] = useState<AffectedBooking[] | null>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const blocked = uses !== null && !successors && affected === null;
  const label = blocked
    ? "action.close"
    : affected
      ? "organisation.delete.withBookings"
      : uses
        ? "organisation.delete.move"
        : "organisation.delete.confirm";
  const confirm = async () => {
    if (blocked) return onClose();
    if (uses && successors && !successor) return setProblem(text("field.required"));
    setPending(true);
    try {
      const { message } = await remove(
        successor ? Number(successor) : null,
        affected ? answersOf(affected, answers) : undefined,
      );
      toast.done(message);
      onClose();
      onDeleted?.();
    } catch (error) {
      const refused = error instanceof ProblemError ? error : null;
      const named = (refused?.record as { uses?: Use[] } | undefined)?.uses;
      if (named) {
        setUses(named);
        setAffected(affectedIn(error));
      } else if (refused?.errors.successor_id) setProblem(refused.errors.successor_id[0] ?? null);
      else reportFailure(error as Error);
    } finally {
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      opened
      title={text("organisation.delete.title", { name: record.name })}
      confirmLabel={text(label)}
      tone={blocked ? "accent" : "danger"}
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {uses === null && <p className={classes.why}>{text("organisation.delete.why")}</p>}
      {uses && <Uses uses={uses} />}
      {affected && uses?.some(({ kind }) => kind !== "bookings") && (
        <p className={classes.why}>{text("affected.within")}</p>
      )}
      {affected && <AffectedBookings bookings={affected} answers={answers} onAnswer={setAnswers} />}
      {uses && successors && (
        <Select
          label={text("organisation.delete.successor")}
          searchable
          data-autofocus
          value={successor}
          onChange={(value) => {
            setSuccessor(value);
            setProblem(null);
          }}
          error={problem}
          data={successors
            .filter(({ id }) => id !== record.id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {blocked && <p className={classes.why}>{text("organisation.delete.blocked")}</p>}
    </ConfirmDialog>
  );
}

function Uses({ uses }: { uses: readonly Use[] }) {
  const text = useText();
  const { list } = useFormat();
  return (
    <div role="alert">
      <p className={classes.why}>{text("organisation.inUse")}</p>
      <ul className={classes.uses}>
        {uses.map(({ kind, count, names }) => (
          <li key={kind}>
            <b>{text(`organisation.uses.${kind}`, { count })}</b>
            {names.length > 0 && <small>{list(names)}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}
