import { useEffect } from "react";
import { reportFailure } from "../platform/failure";
import { type Text, useText } from "../platform/intl/useText";
import type { ProblemError } from "../platform/problem-error";
import { toast } from "../ui/toast/toast";
import { clearHistory, redoLast, redoStep, type Step, undoLast, undoNews$, undoStep, type UndoNews } from "./history";
import { isTyping } from "../ui/keys/typing";
import { wayOf } from "./keys";

/** Keys and toasts of one's own history, for all signed-in screens. `user`: another one begins with an empty one. */
export function Undo({ user }: { user: number }) {
  const text = useText();
  useEffect(() => clearHistory, [user]);
  useEffect(() => {
    let withdraw = () => {};
    let offered: Step | null = null;
    const news = undoNews$.subscribe((said) => {
      // What is said about another step stays.
      if (said.type === "forgotten" && said.step !== offered) return;
      withdraw();
      withdraw = say(said, text) ?? (() => {});
      offered = said.type === "offered" ? said.step : null;
    });
    return () => {
      news.unsubscribe();
      withdraw();
    };
  }, [text]);
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return null;
}

/** One offer at a time: the answer takes it away. */
function say(news: UndoNews, text: Text): (() => void) | undefined {
  switch (news.type) {
    case "offered":
      return toast.undo(news.step.text, () => void undoStep(news.step));
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

/** By whom, and which task. */
export function refusalText(problem: ProblemError, what: string, text: Text): string {
  const task = keyIn(problem.record);
  if (problem.by && task) return text("undo.refused.task", { name: problem.by.fullname, task, what });
  if (problem.by) return text("undo.refused.by", { name: problem.by.fullname, what });
  const reason = Object.values(problem.errors)[0]?.[0] ?? problem.message;
  return reason ? text("undo.refused.why", { what, reason }) : text("undo.refused", { what });
}

function keyIn(record: unknown): string | null {
  const first = (Array.isArray(record) ? record[0] : record) as { key?: unknown } | null | undefined;
  return typeof first?.key === "string" ? first.key : null;
}

function onKey(event: KeyboardEvent): void {
  const way = wayOf(event);
  if (!way || event.defaultPrevented || isTyping(event.target)) return;
  event.preventDefault();
  void (way === "undo" ? undoLast() : redoLast());
}
