import { lazy, Suspense, useEffect } from "react";
import { useStore } from "../../platform/store";
import { announcedText$, isToasterNeeded$, toast, type ToastAction } from "./toast";
import { setFailureHandler } from "../../platform/failure";
import { type TextFunction, useText } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";

/** Error text for the user: the server's text if there is one. */
function failureText(error: Error, text: TextFunction): string {
  if (error instanceof OfflineError) return text("error.offline");
  if (!(error instanceof ProblemError)) return text("error.unknown");
  const firstOfField = Object.values(error.errors)[0]?.[0];
  return firstOfField ?? (error.message || text("error.unknown"));
}

interface FailureToastsProps {
  /** Action that the user can take after a failure, such as opening the plans. */
  remedy?: (error: Error, text: TextFunction) => ToastAction | undefined;
}

export function FailureToasts({ remedy }: FailureToastsProps) {
  const text = useText();
  useEffect(
    () => setFailureHandler((error) => toast.error(failureText(error, text), remedy?.(error, text))),
    [text, remedy],
  );
  return null;
}

const ToastRegion = lazy(async () => ({ default: (await import("./ToastRegion")).ToastRegion }));

export function Toaster() {
  const isNeeded = useStore(isToasterNeeded$);
  const announced = useStore(announcedText$);
  return (
    <>
      <output className="sr-only" aria-live="polite">
        {announced}
      </output>
      {isNeeded && (
        <Suspense>
          <ToastRegion />
        </Suspense>
      )}
    </>
  );
}
