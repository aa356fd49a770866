import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useText } from "../platform/intl/useText";
import { useStore } from "../platform/store";
import classes from "./DecidedNote.module.css";
import { history$, type UndoStep, undoStep } from "./history";

/** The step that decided a row, and whether Undo is still offered. `row` is a key of `Step.rows`. */
export function useDecidedStep(row: string): { step: UndoStep | null; open: boolean } {
  const { undo } = useStore(history$);
  const step = undo.findLast(({ rows }) => rows?.keys.includes(row)) ?? null;
  const until = step?.rows?.until ?? 0;
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(until), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return { step, open: until > passed };
}

/**
 * Shown in a decided row: the decision and the user that it concerns, with Undo. `otherwise` is the text if another user decided or the
 * decision can't be undone.
 */
export function DecidedNote({ row, otherwise }: { row: string; otherwise?: string }) {
  const text = useText();
  const { step, open } = useDecidedStep(row);
  return (
    <span className={classes.decided} data-decided>
      <IconCheck size={16} stroke={2} aria-hidden />
      <span className={classes.text}>{step ? step.text : (otherwise ?? text("undo.decidedMeanwhile"))}</span>
      {step && open && (
        <Button size="xs" aria-label={`${text("action.undo")}: ${step.text}`} onClick={() => void undoStep(step)}>
          {text("action.undo")}
        </Button>
      )}
    </span>
  );
}
