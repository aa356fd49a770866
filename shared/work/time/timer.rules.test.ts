import { isTimerForgottenAt } from "./timer.rules";

const at = (time: string) => new Date(`2026-11-10T${time}Z`);

test("isTimerForgottenAt is true after ten hours", () => {
  expect(isTimerForgottenAt(at("06:00:00"), at("16:00:00"), "UTC")).toBe(false);
  expect(isTimerForgottenAt(at("06:00:00"), at("16:00:01"), "UTC")).toBe(true);
});

test("isTimerForgottenAt is true after midnight in the user's time zone", () => {
  expect(isTimerForgottenAt(at("20:30:00"), at("21:30:00"), "UTC")).toBe(false);
  expect(isTimerForgottenAt(at("20:30:00"), at("21:30:00"), "Asia/Baghdad")).toBe(true);
});
