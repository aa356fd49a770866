import { ProblemError } from "./problem-error";

type Show = (error: Error) => void;

let show: Show = () => undefined;

/** How failures are shown is the interface's business; it says so once at start. */
export function showFailuresWith(how: Show): void {
  show = how;
}

/** Whether the screen changes by itself because of it: signed out, tenant off, plan expired. */
const leadsElsewhere = (error: Error) => error instanceof ProblemError && [401, 402, 423].includes(error.status);

/** A failed action is said and nothing more: what is on the screen stays. */
export function reportFailure(error: Error): void {
  if (!leadsElsewhere(error)) show(error);
}
