import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowsMaximize } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { dayOfNumber } from "../../../shared/kernel/day-number";
import { useFormat, useText } from "../../platform/intl/useText";
import { maxTitleLength } from "../../../shared/work/tasks/tasks.fields";
import type { Line } from "../../ui/fields/pasted-lines";
import { useLinesField } from "../../ui/fields/useLinesField";
import { openNewTask } from "../tasks/create/new-task";
import { TitleSuggestions } from "../tasks/create/TitleSuggestions";
import { useTypedTask } from "../tasks/create/useTypedTask";
import { useBoardScope } from "../tasks/state/useBoard";
import { useCalendar } from "./calendar.scope";
import classes from "./CalendarGrid.module.css";

/**
 * Title of a new task that is due on this day. Enter adds it and keeps the field open for the next one; blur discards only an empty field.
 * The button continues in the dialog, for tasks that need more than a title.
 */
export function AddOnDay({ day }: { day: number }) {
  const text = useText();
  const { day: dayText } = useFormat();
  const { add, adding$ } = useCalendar();
  const { projectId } = useBoardScope();
  const { typed, change, error, submit: addTyped, onPaste } = useLinesField(maxTitleLength, (lines) => save(lines));
  const field = useRef<HTMLInputElement>(null);
  const { suggestions, parts, takeTasks, submit, isSubmitted } = useTypedTask({ typed, submit: addTyped, field });
  useEffect(() => field.current?.scrollIntoView({ block: "nearest" }), []);
  const close = () => {
    const cell = field.current?.closest<HTMLElement>("[data-day]");
    adding$.set(null);
    cell?.focus({ preventScroll: true });
  };
  const save = (lines: readonly Line[]) => {
    add(day, takeTasks(lines));
    change("");
  };
  const openDialog = () => {
    adding$.set(null);
    openNewTask({ projectId, title: typed.trim() || undefined, due: dayOfNumber(day) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape" && !isSubmitted) close();
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (typed.trim() === "") close();
    else submit();
  };
  return (
    <span className={classes.add}>
      <Tooltip opened={error !== undefined} label={error} position="bottom-start" color="danger">
        <span>
          <TitleSuggestions field={field} value={typed} {...suggestions} onChange={change} onKeyDown={onKeyDown}>
            {(suggested) => (
              <input
                {...suggested}
                // Focused because the user has just opened this field.
                autoFocus
                readOnly={isSubmitted}
                type="text"
                dir="auto"
                placeholder={text("board.newTask")}
                aria-label={text("calendar.newTask", { day: dayText(dayOfNumber(day), "long") })}
                onPaste={onPaste}
                aria-invalid={error !== undefined || undefined}
                onBlur={(event) => {
                  const isLeft = !event.currentTarget.closest(`.${classes.add}`)?.contains(event.relatedTarget);
                  if (isLeft && typed.trim() === "" && adding$.value === day) adding$.set(null);
                }}
              />
            )}
          </TitleSuggestions>
          {parts}
        </span>
      </Tooltip>{" "}
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={text("calendar.moreFields")}
        title={text("calendar.moreFields")}
        onClick={openDialog}
      >
        <IconArrowsMaximize size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </span>
  );
}
