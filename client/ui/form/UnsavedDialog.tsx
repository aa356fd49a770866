import { getDefaultZIndex } from "@mantine/core";
import { useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { ConfirmDialog } from "../ConfirmDialog";
import { discardConfirmation$ } from "./unsaved-guard";

export function UnsavedDialog() {
  const text = useText();
  const asking = useStore(discardConfirmation$);
  return (
    <ConfirmDialog
      opened={asking !== null}
      zIndex={getDefaultZIndex("overlay")}
      title={text("draft.leave")}
      confirmLabel={text("draft.leave.confirm")}
      onConfirm={() => {
        discardConfirmation$.set(null);
        // Closes the form only after this dialog is removed, so that the repeated Escape reaches the form.
        setTimeout(() => asking?.close());
      }}
      onClose={() => discardConfirmation$.set(null)}
    >
      {text("draft.leave.why")}
    </ConfirmDialog>
  );
}
