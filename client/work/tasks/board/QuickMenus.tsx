import { maxTitleLength } from "../../../../shared/work/tasks/tasks.fields";
import { isTooLong, useLengthError } from "../../../ui/fields/length";
import { Popover, TextInput } from "@mantine/core";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { useText } from "../../../platform/intl/useText";
import classes from "./CardMenu.module.css";
import { focusCard } from "../state/focus-card";
import { wasBlurredByUser } from "../../../ui/fields/blur-tracking";
import { DayPopover } from "../fields/DayPopover";
import { Picker } from "../../../ui/fields/Picker";
import { useBoard } from "../state/useBoard";
import { TaskFieldMenu } from "./TaskFieldMenu";
import { type BulkActions, useBulkActions } from "./useBulkActions";
import { type OptionField, useTaskOptions } from "./useTaskOptions";

export type QuickField = OptionField | "due" | "title" | "fields";

export interface QuickMenuControl {
  open(field: QuickField, ids: readonly number[], card: HTMLElement): void;
}

const QuickMenuContext = createContext<QuickMenuControl>({ open: () => undefined });
export const useQuickMenus = () => useContext(QuickMenuContext);

interface Opened {
  field: QuickField;
  ids: readonly number[];
  card: HTMLElement;
}

export function QuickMenus({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<Opened | null>(null);
  const control = useMemo<QuickMenuControl>(() => ({ open: (field, ids, card) => setAt({ field, ids, card }) }), []);
  const close = () => {
    setAt(null);
    // Finds the card by task id, because the change may have re-rendered it elsewhere.
    if (at) focusCard(document, Number(at.card.dataset.task));
  };
  return (
    <QuickMenuContext value={control}>
      {children}
      {at && <QuickMenu key={`${at.field}-${at.ids.join()}`} {...at} onClose={close} />}
    </QuickMenuContext>
  );
}

function QuickMenu({ field, ids, card, onClose }: Opened & { onClose: () => void }) {
  const text = useText();
  const [acts] = useBulkActions(ids);
  const [box] = useState(() => card.getBoundingClientRect());
  const board = useBoard(({ drawn }) => drawn);
  const tasks = ids.flatMap((id) => taskById(board, id) ?? []);
  const [task] = tasks;
  const anchor = {
    tabIndex: -1,
    className: classes.anchor,
    style: { translate: `${box.x}px ${box.y}px`, inlineSize: box.width, blockSize: box.height },
  } as const;
  if (!task) return null;
  if (field === "title") return <TitleMenu title={task.title} anchor={anchor} acts={acts} onClose={onClose} />;
  if (field === "fields") {
    if (board.fields.length === 0) return null;
    return (
      <TaskFieldMenu tasks={tasks} acts={acts} opened onClosed={onClose}>
        {(button, label) => <button {...button} {...anchor} type="button" aria-label={label} />}
      </TaskFieldMenu>
    );
  }
  if (field === "due") {
    return (
      <DayPopover
        value={tasks.every((one) => one.due_date === task.due_date) ? task.due_date : null}
        projectId={task.project_id}
        clearable={tasks.some((one) => one.due_date !== null)}
        label={text("bulk.due")}
        opened
        onChange={(due_date, extend) => acts.set({ due_date }, extend)}
        onClosed={onClose}
      >
        {(button) => <button {...button} {...anchor} type="button" aria-label={text("bulk.due")} />}
      </DayPopover>
    );
  }
  return <Choice field={field} ids={ids} acts={acts} anchor={anchor} onClose={onClose} />;
}

interface AnchoredProps {
  anchor: object;
  acts: BulkActions;
  onClose: () => void;
}

function Choice({ field, ids, acts, anchor, onClose }: AnchoredProps & { field: OptionField; ids: readonly number[] }) {
  const board = useBoard(({ drawn }) => drawn);
  const tasks = ids.flatMap((id) => taskById(board, id) ?? []);
  const { options, chosen, multiple, pick, label } = useTaskOptions(field, tasks, board, acts);
  return (
    <Picker
      options={options}
      chosen={chosen}
      multiple={multiple}
      onPick={pick}
      searchLabel={label}
      opened
      searchable
      onClosed={onClose}
    >
      {(button) => <button type="button" {...anchor} {...button} aria-label={label} />}
    </Picker>
  );
}

function TitleMenu({ title: shownTitle, anchor, acts, onClose }: AnchoredProps & { title: string }) {
  const text = useText();
  /** The title at the start: another user's change isn't undone by leaving the field untouched. */
  const [title] = useState(shownTitle);
  const [typed, setTyped] = useState(title);
  const lengthError = useLengthError();
  const save = () => {
    if (isTooLong(typed, maxTitleLength)) return;
    if (typed.trim() !== "" && typed.trim() !== title) acts.set({ title: typed.trim() });
    onClose();
  };
  return (
    <Popover opened onChange={(opened) => !opened && onClose()} position="bottom-start" width={320} trapFocus>
      <Popover.Target>
        <button type="button" {...anchor} aria-label={text("task.title")} />
      </Popover.Target>
      <Popover.Dropdown aria-label={text("task.title")}>
        <TextInput
          // Focuses in the same frame, so that the next keystroke goes into the title.
          autoFocus
          data-autofocus
          aria-label={text("task.title")}
          value={typed}
          error={lengthError(typed, maxTitleLength)}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") save();
          }}
          // Saves on blur, as other title fields do. Escape discards the text.
          onBlur={() => wasBlurredByUser() && save()}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
