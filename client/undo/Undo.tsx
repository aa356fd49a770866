import { useEffect } from "react";
import { reportFailure } from "../platform/failure";
import { type TextFunction, useText } from "../platform/intl/useText";
import type { ProblemError } from "../platform/problem-error";
import { toast } from "../ui/toast/toast";
import {
  clearHistory,
  redoLast,
  redoStep,
  type UndoStep,
  undoLast,
  undoNotices$,
  undoStep,
  type UndoNotice,
} from "./history";
import { isTyping } from "../ui/keys/typing";

/** Undo keys and toasts of all signed-in screens. A change of `user` clears the history. */
export function Undo({ user }: { user: number }) {
  const text = useText();
  useEffect(() => clearHistory, [user]);
  useEffect(() => {
    let withdraw = () => {};
    let offered: UndoStep | null = null;
    const stop = undoNotices$.subscribe((notice) => {
      // A toast about another step stays.
      if (notice.type === "forgotten" && notice.step !== offered) return;
      withdraw();
      withdraw = showUndoToast(notice, text) ?? (() => {});
      offered = notice.type === "offered" ? notice.step : null;
    });
    return () => {
      stop();
      withdraw();
    };
  }, [text]);
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return null;
}

/** Shows one undo toast at a time; the next notice withdraws it. */
function showUndoToast(news: UndoNotice, text: TextFunction): (() => void) | undefined {
  switch (news.type) {
    case "offered":
      return toast.undo(news.step.text, () => void undoStep(news.step), news.step.link);
    case "undone":
      return toast.redo(text("undo.undone", { what: news.step.text }), () => void redoStep(news.step));
    case "redone":
      return toast.undo(text("undo.redone", { what: news.step.text }), () => void undoStep(news.step));
    case "forgotten":
      return undefined;
    case "offline":
      toast.error(text("undo.offline"));
      return undefined;
    case "refused":
      toast.error(refusalText(news.problem, news.step.text, text));
      return undefined;
    case "failed":
      reportFailure(news.error);
      return undefined;
  }
}

export function refusalText(problem: ProblemError, stepText: string, text: TextFunction): string {
  const task = keyIn(problem.record);
  if (problem.by && task) return text("undo.refused.task", { name: problem.by.fullname, task, what: stepText });
  if (problem.by) return text("undo.refused.by", { name: problem.by.fullname, what: stepText });
  const reason = Object.values(problem.errors)[0]?.[0] ?? problem.message;
  return reason ? text("undo.refused.why", { what: stepText, reason }) : text("undo.refused", { what: stepText });
}

function keyIn(record: unknown): string | null {
  const first = (Array.isArray(record) ? record[0] : record) as { key?: unknown } | null | undefined;
  return typeof first?.key === "string" ? first.key : null;
}

function onKey(event: KeyboardEvent): void {
  const direction = undoDirection(event);
  if (!direction || event.defaultPrevented || isTyping(event.target)) return;
  event.preventDefault();
  void (direction === "undo" ? undoLast() : redoLast());
}

/** Ctrl/Cmd+Z for undo; Shift+Ctrl/Cmd+Z or Ctrl/Cmd+Y for redo. On non-Latin layouts the key's position counts. */
export function undoDirection(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase();
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  return key === "y" && !event.shiftKey ? "redo" : null;
}
