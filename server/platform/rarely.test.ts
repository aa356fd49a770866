import { createRareLog } from "./rarely";

test("the same failure is said once in a while, with how many weren't", () => {
  const said: unknown[] = [];
  const note = (fields: unknown, message?: unknown) => void said.push([message, fields]);
  let time = 0;
  const rarely = createRareLog({ warn: note, error: note } as never, () => time);
  for (let n = 0; n < 300; n++) rarely("error", "subscribe failed", { n });
  rarely("warn", "another", {});
  time = 10_001;
  rarely("error", "subscribe failed", { n: 300 });
  expect(said).toEqual([
    ["subscribe failed", { n: 0 }],
    ["another", {}],
    ["subscribe failed", { n: 300, unsaid: 299 }],
  ]);
});
