import { useEffect, useRef } from "react";
import { type Text, useText } from "../../../platform/intl/useText";
import { carryTaskChanges } from "../../../undo/change-tasks";
import type { Made } from "./board.messages";
import { carrierOf, type CommandWords, rememberCommands } from "./board.undo";
import { blockedWarningOf } from "../../fields/task.blocked";
import { type BoardActor, useBoardScope } from "./useBoard";

/** Everything done on this board can be taken back; what goes out of sight offers it at once. */
export function useBoardUndo(): void {
  const text = useText();
  const { actor, projectId } = useBoardScope();
  const words = useRef(text);
  useEffect(() => {
    words.current = text;
  });
  useEffect(() => rememberCommands(actor, (made) => wordsFor(actor, made, words.current)), [actor]);
  useEffect(() => carryTaskChanges(carrierOf(actor, projectId)), [actor, projectId]);
}

/** What the server hasn't heard of hasn't happened yet. */
function wordsFor(actor: BoardActor, made: Made, text: Text): CommandWords {
  const words = wordsOf(actor, made, text);
  const snapshot = actor.getSnapshot();
  const waits = snapshot.context.connection === "offline" || snapshot.matches({ open: { queue: "held" } });
  return waits ? { ...words, text: `${words.text} · ${text("board.waiting")}` } : words;
}

function wordsOf(actor: BoardActor, { kind, tasks, from, to }: Made, text: Text): CommandWords {
  const [task] = tasks;
  const key = task?.key || task?.title || "";
  const { drawn } = actor.getSnapshot().context;
  const target = drawn.columns[to?.columnId ?? 0];
  const column = target?.title ?? "";
  const done = target?.kind === "done";
  const ids = tasks.map(({ id }) => id);
  const warned = (said: string) => [said, done ? blockedWarningOf(text, drawn, ids) : ""].join(" ").trim();
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
