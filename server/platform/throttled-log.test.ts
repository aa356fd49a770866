import { createThrottledLog } from "./throttled-log";

test("logs a repeated failure once per interval, with the number suppressed", () => {
  const logged: unknown[] = [];
  const note = (fields: unknown, message?: unknown) => void logged.push([message, fields]);
  let time = 0;
  const logThrottled = createThrottledLog({ warn: note, error: note } as never, () => time);
  for (let n = 0; n < 300; n++) logThrottled("error", "subscribe failed", { n });
  logThrottled("warn", "another", {});
  time = 10_001;
  logThrottled("error", "subscribe failed", { n: 300 });
  expect(logged).toEqual([
    ["subscribe failed", { n: 0 }],
    ["another", {}],
    ["subscribe failed", { n: 300, suppressed: 299 }],
  ]);
});
