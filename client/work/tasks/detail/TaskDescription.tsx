import { Button, UnstyledButton } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { RichText } from "../../../ui/text-editor/RichText";
import { TextEditor } from "../../../ui/text-editor/TextEditor";
import { isText, readDraft } from "../../../platform/drafts/drafts";
import { useStoredDraft } from "../../../platform/drafts/useStoredDraft";
import { StoredDraftNotice } from "../../../ui/form/StoredDraftNotice";
import { useText } from "../../../platform/intl/useText";
import { wasBlurredByUser } from "../../../ui/fields/blur-tracking";
import { FieldNote } from "../fields/FieldNote";
import { useShownTask } from "../fields/shown-task";
import classes from "./TaskDescription.module.css";
import { usePublishEditing } from "./usePublishEditing";
import { useTaskChoices } from "../fields/useTaskChoices";
import { descriptionDraft, type TaskFields } from "../fields/useTaskFields";

/** Description as rich text with working links; a click or the button edits it. Typed text is kept when other users change the task. */
export function TaskDescription({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  const [editing, setEditing] = useState(() => task.can.edit && readDraft(descriptionDraft(task.id), isText) !== null);
  const failure = fields.failure("description");
  const unsaved = failure ? String(failure.wanted ?? "") : null;
  const html = fields.value<string | null>("description") ?? "";
  /** A click starts editing unless it hits a link or control or has selected text. */
  const onText = ({ target }: MouseEvent) => {
    const isOther = (target as HTMLElement).closest("a, button, img, video, input, summary") !== null;
    if (!isOther && (window.getSelection()?.isCollapsed ?? true)) setEditing(true);
  };
  return (
    <section aria-label={text("task.description")} className={classes.description}>
      {editing ? (
        <Editor start={unsaved ?? html} fields={fields} onDone={() => setEditing(false)} />
      ) : html !== "" ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keyboard users have the button
        <div
          className={classes.text}
          data-editable={task.can.edit || undefined}
          onClick={task.can.edit ? onText : undefined}
        >
          <RichText html={html} />
          {task.can.edit && (
            <UnstyledButton className={classes.edit} onClick={() => setEditing(true)}>
              {text("task.editDescription")}
            </UnstyledButton>
          )}
        </div>
      ) : (
        task.can.edit && (
          <UnstyledButton className={classes.empty} onClick={() => setEditing(true)}>
            {text("task.addDescription")}
          </UnstyledButton>
        )
      )}
      {unsaved !== null && !editing && <RichText html={unsaved} />}
      <FieldNote field="description" fields={fields} />
    </section>
  );
}

function Editor({ start, fields, onDone }: { start: string; fields: TaskFields; onDone: () => void }) {
  const text = useText();
  const task = useShownTask();
  const { users } = useTaskChoices(task);
  usePublishEditing(task.project_id, task.id);
  const [initial] = useState(start);
  const draft = useStoredDraft(descriptionDraft(task.id), { start: initial, version: task.version });
  const html = draft.value;
  /** The draft remains until the server has accepted the text. */
  const save = () => {
    if (html !== initial) fields.save("description", html === "" ? null : html, draft.version ?? undefined);
    // The draft of a save whose response was lost equals the saved text.
    else draft.forget();
    onDone();
  };
  const cancel = () => {
    draft.forget();
    onDone();
  };
  return (
    <>
      <TextEditor
        autoFocus={!draft.restored}
        html={html}
        people={users}
        label={text("task.description")}
        placeholder={text("task.descriptionPlaceholder")}
        onChange={draft.change}
        onSubmit={save}
        onEscape={save}
        onBlur={() => wasBlurredByUser() && save()}
      />
      {draft.restored && draft.at !== null && (
        <StoredDraftNotice at={draft.at} onDiscard={cancel} other={draft.other} />
      )}
      <div className={classes.buttons}>
        <Button size="xs" variant="filled" onMouseDown={(event) => event.preventDefault()} onClick={save}>
          {text("action.save")}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onMouseDown={(event) => event.preventDefault()}
          onClick={cancel}
        >
          {text("action.cancel")}
        </Button>
      </div>
    </>
  );
}
