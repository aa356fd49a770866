import { useEffect } from "react";
import { type Location, useBlocker } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { ConfirmDialog } from "../ConfirmDialog";

interface DraftGuardProps {
  dirty: boolean;
  /** Addresses that go on showing the same form: what is typed is still there. */
  stays?: (to: Location) => boolean;
}

/** While something typed isn't saved, leaving the screen asks first; so does closing the window, in the browser's words. */
export function DraftGuard({ dirty, stays }: DraftGuardProps) {
  const text = useText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname && !stays?.(nextLocation),
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
