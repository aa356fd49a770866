import { Popover, TextInput } from "@mantine/core";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { taskOf } from "../../../shared/tasks/tasks.board";
import { useText } from "../../platform/intl/useText";
import classes from "./CardMenu.module.css";
import { focusCard } from "./BoardFrame";
import { DayPopover } from "../fields/DayPopover";
import { Picker } from "../fields/Picker";
import { useBoard } from "./state/useBoard";
import { type BulkActs, useBulkActs } from "./useBulkActs";
import { type OptionField, useTaskOptions } from "../fields/useTaskOptions";

export type QuickField = OptionField | "due" | "title";

export interface QuickMenuControl {
  /** Hangs the choice of a field on a card, for one task or several. */
  open(field: QuickField, ids: readonly number[], card: HTMLElement): void;
}

const QuickMenuContext = createContext<QuickMenuControl>({ open: () => undefined });
export const useQuickMenus = () => useContext(QuickMenuContext);

interface Opened {
  field: QuickField;
  ids: readonly number[];
  card: HTMLElement;
}

/** One for all cards, like the menu behind their three dots. */
export function QuickMenus({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<Opened | null>(null);
  const control = useMemo<QuickMenuControl>(() => ({ open: (field, ids, card) => setAt({ field, ids, card }) }), []);
  const close = () => {
    setAt(null);
    // By its task: what was chosen may have drawn it elsewhere meanwhile.
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
  const [acts] = useBulkActs(ids);
  const [box] = useState(() => card.getBoundingClientRect());
  const board = useBoard(({ drawn }) => drawn);
  const tasks = ids.flatMap((id) => taskOf(board, id) ?? []);
  const [task] = tasks;
  const anchor = {
    tabIndex: -1,
    className: classes.anchor,
    style: { translate: `${box.x}px ${box.y}px`, inlineSize: box.width, blockSize: box.height },
  } as const;
  if (!task) return null;
  if (field === "title") return <TitleMenu title={task.title} anchor={anchor} acts={acts} onClose={onClose} />;
  if (field === "due") {
    return (
      <DayPopover
        value={tasks.every((one) => one.due_date === task.due_date) ? task.due_date : null}
        label={text("bulk.due")}
        opened
        onChange={(due_date) => acts.set({ due_date })}
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
  acts: BulkActs;
  onClose: () => void;
}

function Choice({ field, ids, acts, anchor, onClose }: AnchoredProps & { field: OptionField; ids: readonly number[] }) {
  const board = useBoard(({ drawn }) => drawn);
  const tasks = ids.flatMap((id) => taskOf(board, id) ?? []);
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

function TitleMenu({ title, anchor, acts, onClose }: AnchoredProps & { title: string }) {
  const text = useText();
  const [typed, setTyped] = useState(title);
  const save = () => {
    if (typed.trim() !== "") acts.set({ title: typed.trim() });
    onClose();
  };
  return (
    <Popover opened onChange={(opened) => !opened && onClose()} position="bottom-start" width={320} trapFocus>
      <Popover.Target>
        <button type="button" {...anchor} aria-label={text("task.title")} />
      </Popover.Target>
      <Popover.Dropdown aria-label={text("task.title")}>
        <TextInput
          // In the same frame: what is typed next is the title.
          autoFocus
          data-autofocus
          aria-label={text("task.title")}
          value={typed}
          maxLength={255}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) save();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
