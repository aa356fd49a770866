import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { ConfirmDialog } from "../ConfirmDialog";

interface DraftGuardProps {
  dirty: boolean;
  /** Called when the user leaves without saving, to remove the draft on this device. */
  onDiscard?: () => void;
}

/** Asks before leaving the screen or closing the window with unsaved changes; the latter uses the browser's dialog. */
export function DraftGuard({ dirty, onDiscard }: DraftGuardProps) {
  const text = useText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  return (
    <ConfirmDialog
      opened={blocker.state === "blocked"}
      title={text("draft.leave")}
      confirmLabel={text("draft.leave.confirm")}
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      {text("draft.leave.why")}
    </ConfirmDialog>
  );
}
