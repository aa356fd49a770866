import { useEffect } from "react";
import { showFailuresWith } from "../../platform/failure";
import { type Text, useText } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { toast } from "./toast";

/** What a person may read about a failure: the server's own words where there are any. */
export function failureText(error: Error, text: Text): string {
  if (error instanceof OfflineError) return text("error.offline");
  if (!(error instanceof ProblemError)) return text("error.unknown");
  const firstOfField = Object.values(error.errors)[0]?.[0];
  return firstOfField ?? (error.message || text("error.unknown"));
}

/** Failed actions that nobody else deals with are said in a toast. */
export function FailureToasts() {
  const text = useText();
  useEffect(() => showFailuresWith((error) => toast.error(failureText(error, text))), [text]);
  return null;
}
