import type { PresentUser } from "../../../shared/kernel/streams";

/** Of a crowd so many are named, and the others counted: otherwise each telling costs people × people. */
export const mostNamed = 50;

const busy = (user: PresentUser) => (user.dragging || user.slot ? 2 : user.focus !== null ? 1 : 0);

/** Those who do something before those who only look; the same ones each time, in their order. */
export function firstOf(users: PresentUser[]): PresentUser[] {
  if (users.length <= mostNamed) return users;
  const first = users.toSorted((a, b) => busy(b) - busy(a) || a.id - b.id).slice(0, mostNamed);
  return first.sort((a, b) => a.id - b.id);
}

/** Of several screens of one person the busiest counts: one that drags, then one with a task open. */
export function busiestOfEach(shown: readonly PresentUser[]): PresentUser[] {
  const users = new Map<number, PresentUser>();
  for (const user of shown) {
    const known = users.get(user.id);
    if (!known || busy(user) > busy(known)) users.set(user.id, user);
  }
  return [...users.values()].sort((a, b) => a.id - b.id);
}
