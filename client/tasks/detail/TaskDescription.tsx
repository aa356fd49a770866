import { Button, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { RichText } from "../../comments/RichText";
import { TextEditor } from "../../comments/TextEditor";
import { useText } from "../../platform/intl/useText";
import { wasLeft } from "../../ui/form/leaving";
import { FieldNote } from "../fields/FieldNote";
import { useShownTask } from "./shown-task";
import classes from "./TaskDescription.module.css";
import { useTaskChoices } from "../fields/useTaskChoices";
import type { TaskFields } from "../fields/useTaskFields";

/** Read where it stands, so that links work and text can be copied; a button beside it writes. What is typed stays one's own while others change the task. */
export function TaskDescription({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  const [editing, setEditing] = useState(false);
  const refused = fields.state("description");
  const unsaved = refused && refused.state !== "saving" ? String(refused.wanted ?? "") : null;
  const html = fields.value<string | null>("description") ?? "";
  return (
    <section aria-label={text("task.description")} className={classes.description}>
      {editing ? (
        <Editor start={unsaved ?? html} fields={fields} onDone={() => setEditing(false)} />
      ) : html !== "" ? (
        <div className={classes.text}>
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
  const [html, setHtml] = useState(start);
  const [version] = useState(task.version);
  const save = () => {
    if (html !== start) fields.save("description", html === "" ? null : html, version);
    onDone();
  };
  return (
    <>
      <TextEditor
        autoFocus
        html={start}
        people={users}
        label={text("task.description")}
        placeholder={text("task.descriptionPlaceholder")}
        onChange={setHtml}
        onSubmit={save}
        onEscape={save}
        onBlur={() => wasLeft() && save()}
      />
      <div className={classes.buttons}>
        <Button size="xs" variant="filled" onMouseDown={(event) => event.preventDefault()} onClick={save}>
          {text("action.save")}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onDone}
        >
          {text("action.cancel")}
        </Button>
      </div>
    </>
  );
}
