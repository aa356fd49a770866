import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect } from "react";
import { reportFailure } from "../../../platform/failure";
import { useText } from "../../../platform/intl/useText";
import { OfflineError } from "../../../platform/problem-error";
import { useStore } from "../../../platform/store";
import { Kbd } from "../../../ui/keys/Kbd";
import { everywhere, useShortcuts } from "../../../ui/keys/shortcuts";
import { lazyWithRetry } from "../../../ui/states/lazy-with-retry";
import { withDefaultTemplates } from "../tasks.slots";
import { closeNewTask, newTask$, openNewTask, useMayCreateTasks } from "./new-task";

const NewTaskDialog = lazyWithRetry(async () => (await withDefaultTemplates(import("./NewTaskDialog"))).NewTaskDialog, {
  failed: NotLoaded,
});

function NotLoaded() {
  useEffect(() => {
    reportFailure(new OfflineError());
    closeNewTask();
  }, []);
  return null;
}

/** Dialog for new tasks and its shortcut on all screens with the menu. The dialog's code is loaded on first use. */
export function NewTask() {
  const opening = useStore(newTask$);
  const may = useMayCreateTasks();
  if (!may) return null;
  return (
    <>
      <NewTaskKey />
      {opening && <NewTaskDialog opening={opening} />}
    </>
  );
}

function NewTaskKey() {
  useShortcuts({
    title: everywhere,
    shortcuts: [{ keys: ["n"], label: "keys.new", run: (event) => !isInCell(event.target) && openNewTask() }],
  });
  return null;
}

/** Letters typed in a grid cell, such as in the time sheet, are input and not shortcuts. */
const isInCell = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-cell], [role=gridcell]") !== null;

export function NewTaskButton() {
  const text = useText();
  if (!useMayCreateTasks()) return null;
  const label = text("board.newTask");
  return (
    <Tooltip
      label={
        <>
          {label} <Kbd bare>N</Kbd>
        </>
      }
    >
      <ActionIcon
        aria-label={label}
        onClick={() => openNewTask()}
        onPointerEnter={NewTaskDialog.preload}
        onFocus={NewTaskDialog.preload}
      >
        <IconPlus size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
