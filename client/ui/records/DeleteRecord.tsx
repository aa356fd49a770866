import { Select } from "@mantine/core";
import { type ComponentType, useState } from "react";
import type { RecordUse } from "../../../shared/kernel/uses";
import type { MessageId } from "../../platform/intl/catalogues";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { reportFailure } from "../../platform/failure";
import { ConfirmDialog } from "../ConfirmDialog";
import { toast } from "../toast/toast";
import classes from "./records.module.css";
import { FailedReads } from "../../ui/states/FailedReads";

/** Records that depend on the deleted one, and the user's decision on them. */
export interface DeleteConflict<Resolution> {
  /** The dependent records named by the refusal, with an initial decision; null if there are none. */
  of: (error: ProblemError) => { items: unknown; suggested: Resolution } | null;
  /** Field of the call's body that contains the decision. */
  field: string;
  /** Kind of use (`RecordUse.kind`) that the decision resolves. */
  kind: string;
  Fields: ComponentType<{ items: never; onResolve: (resolution: Resolution) => void }>;
  confirmLabel: MessageId;
  /** Shown if other uses prevent the deletion as well. */
  note: MessageId;
}

interface DeleteRecordProps<Resolution> {
  record: { id: number; name: string };
  /** Records that can replace this one where it is used; without them a record in use can't be deleted. */
  successors?: readonly { id: number; name: string }[];
  /** The reads of the successors. */
  reads?: Parameters<typeof FailedReads>[0]["reads"];
  remove: (successorId: number | null, resolution?: Resolution) => Promise<{ message: string }>;
  conflict?: DeleteConflict<Resolution>;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteRecord<Resolution>(props: DeleteRecordProps<Resolution>) {
  const { record, successors, reads = [], remove, conflict, onClose, onDeleted } = props;
  const text = useText();
  const [uses, setUses] = useState<RecordUse[] | null>(null);
  const [successor, setSuccessor] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [dependent, setDependent] = useState<{ items: unknown } | null>(null);
  const [resolution, setResolution] = useState<Resolution>();
  const blocked = uses !== null && !successors && dependent === null;
  const label = blocked
    ? "action.close"
    : dependent && conflict
      ? conflict.confirmLabel
      : uses
        ? "organization.delete.move"
        : "organization.delete.confirm";
  const confirm = async () => {
    if (blocked) return onClose();
    if (uses && successors && !successor) return setProblem(text("field.required"));
    setPending(true);
    try {
      const { message } = await remove(successor ? Number(successor) : null, resolution);
      toast.done(message);
      onClose();
      onDeleted?.();
    } catch (error) {
      const refused = error instanceof ProblemError ? error : null;
      const remainingUses = (refused?.record as { uses?: RecordUse[] } | undefined)?.uses;
      if (refused && remainingUses) {
        setUses(remainingUses);
        const found = conflict?.of(refused) ?? null;
        setDependent(found);
        setResolution(found?.suggested);
      } else if (refused?.errors.successor_id) setProblem(refused.errors.successor_id[0] ?? null);
      else reportFailure(error as Error);
    } finally {
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      opened
      title={text("organization.delete.title", { name: record.name })}
      confirmLabel={text(label)}
      tone={blocked ? "accent" : "danger"}
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {uses === null && <p className={classes.why}>{text("organization.delete.why")}</p>}
      {uses && <Uses uses={uses} />}
      {dependent && conflict && uses?.some(({ kind }) => kind !== conflict.kind) && (
        <p className={classes.why}>{text(conflict.note)}</p>
      )}
      {dependent && conflict && <conflict.Fields items={dependent.items as never} onResolve={setResolution} />}
      {uses && successors && <FailedReads reads={reads} />}
      {uses && successors && (
        <Select
          label={text("organization.delete.successor")}
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
      {blocked && <p className={classes.why}>{text("organization.delete.blocked")}</p>}
    </ConfirmDialog>
  );
}

function Uses({ uses }: { uses: readonly RecordUse[] }) {
  const text = useText();
  const { list } = useFormat();
  return (
    <div role="alert">
      <p className={classes.why}>{text("organization.inUse")}</p>
      <ul className={classes.uses}>
        {uses.map(({ kind, count, names }) => (
          <li key={kind}>
            <b>{text(`organization.uses.${kind}` as MessageId, { count })}</b>
            {names.length > 0 && <small>{list(names)}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}
