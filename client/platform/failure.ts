import { ProblemError } from "./problem-error";

type Show = (error: Error) => void;

let show: Show = () => undefined;

/** Registers the function that shows errors. Called once at start, because this module must not depend on the UI. */
export function setFailureHandler(how: Show): void {
  show = how;
}

/** True if the session state changes and shows another screen: signed out, tenant inactive, plan expired. */
const changesScreen = (error: Error) => error instanceof ProblemError && [401, 402, 423].includes(error.status);

export function reportFailure(error: Error): void {
  if (!changesScreen(error)) show(error);
}
