import type { CurrentUser } from "../../shared/kernel/current-user";
import { clearForNextUser, currentSession } from "./session";

const signIn = (id: number | null) =>
  currentSession.set({ user: id === null ? null : ({ id } as CurrentUser), tenant: null });

test("what a user left on the page is cleared for the next user only", () => {
  const clear = jest.fn();
  clearForNextUser(clear);
  for (const id of [1, 1, null, 1]) signIn(id);
  expect(clear).not.toHaveBeenCalled();
  signIn(null);
  expect(clear).not.toHaveBeenCalled();
  signIn(2);
  expect(clear).toHaveBeenCalledTimes(1);
  signIn(1);
  expect(clear).toHaveBeenCalledTimes(2);
});
