import { localDayIn } from "../../kernel/days";

/** A timer that has run longer was probably forgotten. */
const longTimerMinutes = 10 * 60;

/** True if a timer has run for very long, or past midnight in the user's time zone. Its time is logged only after the user's decision. */
export const isTimerForgottenAt = (startedAt: Date, now: Date, zone: string): boolean =>
  now.getTime() - startedAt.getTime() > longTimerMinutes * 60_000 ||
  localDayIn(zone, startedAt) !== localDayIn(zone, now);
