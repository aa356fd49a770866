import { type ShortcutGroup, useShortcuts } from "../../../ui/keys/shortcuts";

const listed = (label: ShortcutGroup["shortcuts"][number]["label"], ...shown: string[]) => ({ keys: [], label, shown });

/** Lists the table's keys in the `?` dialog; only the new-task key is handled here. */
export function useListShortcuts(newTask: (() => void) | undefined): void {
  useShortcuts({
    title: "keys.taskList",
    shortcuts: [
      { keys: ["n"], label: "keys.new", run: () => (newTask ? newTask() : false) },
      listed("keys.cells", "↑", "↓", "←", "→"),
      listed("keys.ends", "Ctrl ↑", "Ctrl ↓"),
      listed("keys.nextCell", "Tab", "⇧ Tab"),
      listed("keys.copyCell", "Ctrl C", "Ctrl V"),
      listed("keys.clearCell", "Delete"),
      listed("keys.typeCell", "A…Z", "0…9"),
      listed("keys.editCell", "Enter", "F2"),
      listed("keys.select", " "),
      listed("keys.selectRange", "⇧ ↑", "⇧ ↓", "⇧ X"),
      listed("keys.selectAll", "Ctrl A"),
      listed("keys.clear", "Escape"),
      listed("keys.fold", "Enter"),
    ],
  });
}
