import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { firstNameOf } from "../../ui/signs/people";
import classes from "./FieldNote.module.css";
import { useShownTask } from "../detail/shown-task";
import { type Field, recordName, type TaskFields } from "./useTaskFields";
import { useFieldWords } from "./useFieldWords";

/** Why a field isn't saved: who was first and what it is now, or what is wrong with it. What was typed is kept. */
export function FieldNote({ field, fields }: { field: Field; fields: TaskFields }) {
  const text = useText();
  const state = fields.state(field);
  const words = useFieldWords();
  const other = useOtherPerson(field);
  if (!state || state.state === "saving") return null;
  if (state.state === "conflict") {
    const name = other ?? text("field.someone");
    const now = state.present === undefined ? null : words(field, state.present);
    return (
      <FieldNoteBox>
        <span>
          {now === null ? text("field.changedFirst", { name }) : text("field.changedFirstTo", { name, value: now })}
        </span>
        <button type="button" onClick={() => fields.insist(field)}>
          {text("field.saveMine")}
        </button>
        <button type="button" onClick={() => fields.dismiss(field)}>
          {text("field.keepTheirs")}
        </button>
      </FieldNoteBox>
    );
  }
  return (
    <FieldNoteBox>
      <span>{state.offline ? text("field.notSaved.offline") : (state.message ?? text("error.unknown"))}</span>
      {state.offline && (
        <button type="button" onClick={() => fields.insist(field)}>
          {text("action.tryAgain")}
        </button>
      )}
      <button type="button" onClick={() => fields.dismiss(field)}>
        {text("board.refused.discard")}
      </button>
    </FieldNoteBox>
  );
}

/** A sentence in red with what can be done about it. */
export function FieldNoteBox({ children }: { children: ReactNode }) {
  return (
    <div className={classes.note} role="alert">
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      <div className={classes.words}>{children}</div>
    </div>
  );
}

/** Whoever changed this field last, if it wasn't oneself. */
function useOtherPerson(field: Field): string | null {
  const me = useCurrentUser();
  const task = useShownTask();
  const name = recordName(field);
  const last = task.activities.find(({ type, data }) => {
    if (field === "task_status_id") return type === "task.moved";
    return type === "task.updated" && typeof data.before === "object" && data.before !== null && name in data.before;
  });
  return last?.actor && last.actor.id !== me.id ? firstNameOf(last.actor.fullname) : null;
}
