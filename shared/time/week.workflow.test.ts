import { isLocked, weekAfter, weekCan, weekStates, weekVerbs } from "./week.workflow";

const me = { own: true, decides: false };
const bossAboutOwn = { own: true, decides: true };
const boss = { own: false, decides: true };
const colleague = { own: false, decides: false };

test("submitted by oneself, approved by another, opened again by another", () => {
  expect(weekAfter("open", "submit", me)).toBe("submitted");
  expect(weekAfter("submitted", "approve", boss)).toBe("approved");
  expect(weekAfter("approved", "reopen", boss)).toBe("open");
});

test("taken back by oneself until it is approved", () => {
  expect(weekAfter("submitted", "reopen", me)).toBe("open");
  expect(weekAfter("approved", "reopen", me)).toBeNull();
  expect(weekAfter("approved", "reopen", bossAboutOwn)).toBeNull();
});

test("nobody approves their own, or hands in another's", () => {
  expect(weekAfter("submitted", "approve", bossAboutOwn)).toBeNull();
  expect(weekAfter("open", "submit", boss)).toBeNull();
});

test("who decides nothing may do nothing with another's week", () => {
  for (const state of weekStates) for (const verb of weekVerbs) expect(weekAfter(state, verb, colleague)).toBeNull();
});

test("buttons are what the workflow allows", () => {
  expect(weekCan("open", me)).toEqual({ submit: true, approve: false, reopen: false });
  expect(weekCan("submitted", boss)).toEqual({ submit: false, approve: true, reopen: true });
  expect(weekStates.map(isLocked)).toEqual([false, true, true]);
});
