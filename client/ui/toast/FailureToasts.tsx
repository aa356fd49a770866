import { useEffect } from "react";
import { setFailureHandler } from "../../platform/failure";
import { type TextFunction, useText } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { type ToastAction, toast } from "./toast";

/** Error text for the user: the server's text if there is one. */
export function failureText(error: Error, text: TextFunction): string {
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
