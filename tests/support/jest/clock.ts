import { clockShiftMs } from "../clock";

/** Shifts this test file's `Date` to the run's moment. Timers and durations aren't affected. */
const shift = clockShiftMs();
if (shift !== 0) {
  const Real = Date;
  const now = () => Real.now() + shift;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, wanted) => Reflect.construct(target, given.length === 0 ? [now()] : given, wanted),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}
