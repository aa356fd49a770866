import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { ConfirmDialog } from "./ConfirmDialog";

/** While something typed isn't saved, leaving the screen asks first; so does closing the window, in the browser's words. */
export function DraftGuard({ dirty }: { dirty: boolean }) {
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
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {text("draft.leave.why")}
    </ConfirmDialog>
  );
}
