import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { maxSubtaskNameLength } from "../../../../shared/work/tasks/subtasks.schema";
import { useText } from "../../../platform/intl/useText";
import { FieldError } from "../../../ui/fields/LengthError";
import { type Line, parseChecklistLine } from "../../../ui/fields/pasted-lines";
import { useLinesField } from "../../../ui/fields/useLinesField";
import type { Person } from "../../../ui/signs/people";
import { valuesOf } from "../create/title-parts";
import { TitleParts } from "../create/TitleParts";
import { TitleSuggestions } from "../create/TitleSuggestions";
import { useParsedSubtaskName } from "../create/useParsedTitle";
import classes from "./Subtasks.module.css";
import type { NewSubtasks } from "./subtasks.changes";

interface AddSubtaskProps {
  people: readonly Person[];
  onAdd: (subtasks: NewSubtasks, onFailed: () => void) => void;
  onDone: () => void;
}

/** Adds subtasks by Enter or pasted lines. Escape closes the field; on blur it stays open while it contains text. */
export function AddSubtask({ people, onAdd, onDone }: AddSubtaskProps) {
  const text = useText();
  const messageId = useId();
  const { typed, change, error, submit, onPaste } = useLinesField(maxSubtaskNameLength, (lines) => add(lines));
  const [literal, setLiteral] = useState<readonly string[]>([]);
  const typedLine = parseChecklistLine(typed);
  const { title, parts } = useParsedSubtaskName(typedLine.title, { people, literal });
  const latest = useRef(typed);
  useEffect(() => void (latest.current = typed), [typed]);
  const [empty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.scrollIntoView({ block: "nearest" }), [typed]);

  const add = (lines: readonly Line[]) => {
    if (lines.length === 0) return;
    const isParsed = lines.length === 1 && title !== "";
    const { user_ids: [assigneeId] = [], due_date } = isParsed ? valuesOf(parts) : {};
    const assignee = people.find(({ id }) => id === assigneeId);
    const added = isParsed ? [{ ...typedLine, title }] : lines;
    const names = added.map((line) => line.title);
    change("");
    onAdd({ names, completed: added.map(({ isChecked }) => isChecked), assignee, due_date }, () => {
      if (latest.current === "") change(lines.map((line) => line.title).join(" "));
    });
    setLiteral([]);
  };
  const keep = ({ text: phrase }: { text: string }) => {
    setLiteral([...literal, phrase]);
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") onDone();
    else if (event.key === "Enter") {
      event.preventDefault();
      setEmpty(typed.trim() === "");
      submit();
    }
  };

  return (
    <div className={classes.add}>
      <TitleSuggestions
        field={field}
        value={typed}
        people={people}
        tags={[]}
        fields={[]}
        onChange={(name) => {
          change(name);
          setEmpty(false);
        }}
        onKeyDown={onKeyDown}
      >
        {(suggested) => (
          <input
            {...suggested}
            // The user has just opened this field.
            autoFocus
            dir="auto"
            className={classes.field}
            placeholder={text("subtask.placeholder")}
            aria-label={text("subtask.add")}
            aria-invalid={empty || error !== undefined || undefined}
            aria-describedby={empty ? messageId : undefined}
            onPaste={onPaste}
            onBlur={() => typed.trim() === "" && onDone()}
          />
        )}
      </TitleSuggestions>
      <TitleParts parts={parts} people={people} tags={[]} fields={[]} onKeep={keep} />
      <FieldError error={error} />
      {empty && (
        <p id={messageId} className={classes.error} role="alert">
          {text("subtask.nameRequired")}
        </p>
      )}
    </div>
  );
}
