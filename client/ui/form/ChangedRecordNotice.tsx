import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import classes from "./Form.module.css";
import type { EditedRecord } from "./useEditedRecord";

/** Says that another user has changed the edited record, and offers to show it in place of the typed values. */
export function ChangedRecordNotice({ edited: { hasConflict, loadNew } }: { edited: EditedRecord }) {
  const text = useText();
  if (!hasConflict) return null;
  return (
    <div className={classes.problem} role="alert">
      <IconAlertCircle size={16} stroke={1.75} aria-hidden />
      <span>{text("form.changedMeanwhile")}</span>
      <Button size="xs" onClick={loadNew}>
        {text("form.loadNew")}
      </Button>
    </div>
  );
}
