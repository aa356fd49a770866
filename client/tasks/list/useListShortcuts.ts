import { type ShortcutGroup, useShortcuts } from "../../ui/keys/shortcuts";

const listed = (label: ShortcutGroup["shortcuts"][number]["label"], ...shown: string[]) => ({ keys: [], label, shown });

/** The list's keys in the table behind `?`; all but the one for a new task belong to the table itself. */
export function useListShortcuts(newTask: (() => void) | undefined): void {
  useShortcuts({
    title: "keys.taskList",
    shortcuts: [
      { keys: ["n"], label: "keys.new", run: () => (newTask ? newTask() : false) },
      listed("keys.cells", "↑", "↓", "←", "→"),
      listed("keys.ends", "Ctrl ↑", "Ctrl ↓"),
      listed("keys.editCell", "Enter", "F2"),
      listed("keys.open", "o"),
      listed("keys.select", "x"),
      listed("keys.selectRange", "⇧ ↑", "⇧ ↓"),
      listed("keys.selectAll", "Ctrl A"),
      listed("keys.clear", "Escape"),
      listed("keys.fold", "Enter"),
    ],
  });
}
