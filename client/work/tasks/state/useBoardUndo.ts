import { useEffect, useRef } from "react";
import { taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { type TextFunction, useText } from "../../../platform/intl/useText";
import type { DoneCommand } from "./board.messages";
import { type CommandDescription, rememberCommands } from "./board.undo";
import { taskQueue } from "../pending/task-queue";
import { appendWarnings } from "./task.blocked";
import { type BoardActor, useBoardScope } from "./useBoard";

export function useBoardUndo(): void {
  const text = useText();
  const { actor } = useBoardScope();
  const words = useRef(text);
  useEffect(() => {
    words.current = text;
  });
  useEffect(() => rememberCommands(actor, (command) => wordsFor(actor, command, words.current)), [actor]);
  useEffect(() => taskQueue.addSource((id) => taskById(actor.getSnapshot().context.drawn, id)), [actor]);
}

/** Marks steps that the server hasn't received yet as waiting. */
function wordsFor(actor: BoardActor, command: DoneCommand, text: TextFunction): CommandDescription {
  const words = wordsOf(actor, command, text);
  return taskQueue.isOffline ? { ...words, text: `${words.text} · ${text("board.waiting")}` } : words;
}

function wordsOf(actor: BoardActor, { kind, tasks, from, to }: DoneCommand, text: TextFunction): CommandDescription {
  const [task] = tasks;
  const key = task?.key || task?.title || "";
  const { drawn } = actor.getSnapshot().context;
  const target = drawn.columns[to?.columnId ?? 0];
  const column = target?.title ?? "";
  const columnId = to?.columnId ?? 0;
  const entering = tasks.filter((one) => one.task_status_id !== columnId).map(({ id }) => id);
  const warned = (message: string) =>
    appendWarnings(message, text, drawn, {
      taskIds: entering,
      columnId,
      count: taskIdsInColumn(drawn, columnId).length,
    });
  const leaves = from?.columnId !== to?.columnId;
  switch (tasks.length === 1 && kind === "change" ? "move" : kind) {
    case "archive":
      return { text: text("board.toast.archived", { key }), offer: true };
    case "create":
      return tasks.length === 1
        ? { text: text("undo.added", { key }), offer: false }
        : { text: text("undo.addedMany", { count: tasks.length }), offer: false };
    case "change":
      return {
        text: warned(text("undo.movedMany", { count: tasks.length, column })),
        offer: tasks.some((one) => one.task_status_id !== to?.columnId),
      };
    case "move":
      return leaves
        ? { text: warned(text("board.toast.moved", { key, column })), offer: true }
        : { text: text("undo.moved", { key }), offer: false };
  }
}
