import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import type { DraftConflict } from "./draft";
import classes from "./Form.module.css";

interface DraftConflictNoticeProps {
  conflict: DraftConflict | null;
  onSaveMine: (conflict: DraftConflict) => void;
}

/** Shows that the server has a newer version than the edited one, and offers to overwrite it. */
export function DraftConflictNotice({ conflict, onSaveMine }: DraftConflictNoticeProps) {
  const text = useText();
  if (!conflict) return null;
  return (
    <div className={classes.problem} role="alert">
      <IconAlertCircle size={16} stroke={1.75} aria-hidden />
      <span>{conflict.message}</span>
      <Button size="xs" onClick={() => onSaveMine(conflict)}>
        {text("field.saveMine")}
      </Button>
    </div>
  );
}
