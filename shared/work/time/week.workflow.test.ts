import { isWeekLocked, weekStateAfter, weekPermissions, weekStates, weekActions } from "./week.workflow";

const me = { own: true, decides: false };
const bossAboutOwn = { own: true, decides: true };
const boss = { own: false, decides: true };
const colleague = { own: false, decides: false };

test("the owner submits a week, and another user approves and reopens it", () => {
  expect(weekStateAfter("open", "submit", me)).toBe("submitted");
  expect(weekStateAfter("submitted", "approve", boss)).toBe("approved");
  expect(weekStateAfter("approved", "reopen", boss)).toBe("open");
});

test("the owner can withdraw a submitted week, but not an approved one", () => {
  expect(weekStateAfter("submitted", "reopen", me)).toBe("open");
  expect(weekStateAfter("approved", "reopen", me)).toBeNull();
  expect(weekStateAfter("approved", "reopen", bossAboutOwn)).toBeNull();
});

test("owners cannot approve their own week, and other users cannot submit it", () => {
  expect(weekStateAfter("submitted", "approve", bossAboutOwn)).toBeNull();
  expect(weekStateAfter("open", "submit", boss)).toBeNull();
});

test("users without the permission can do nothing with another user's week", () => {
  for (const state of weekStates)
    for (const verb of weekActions) expect(weekStateAfter(state, verb, colleague)).toBeNull();
});

test("weekPermissions equals the allowed transitions", () => {
  expect(weekPermissions("open", me)).toEqual({ submit: true, approve: false, reopen: false });
  expect(weekPermissions("submitted", boss)).toEqual({ submit: false, approve: true, reopen: true });
  expect(weekStates.map(isWeekLocked)).toEqual([false, true, true]);
});
