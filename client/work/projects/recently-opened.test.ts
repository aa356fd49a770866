import type { CurrentUser } from "../../../shared/kernel/current-user";
import { openedBy, parseOpened, withOpened } from "./recently-opened";

const board = (id: number) => ({ kind: "board" as const, id });
const task = (id: number) => ({ kind: "task" as const, id });

test("what is opened again moves to the front, and a task and a board of one id differ", () => {
  expect(withOpened([task(1), board(2), task(3)], task(3))).toEqual([task(3), task(1), board(2)]);
  expect(withOpened([board(1)], task(1))).toEqual([task(1), board(1)]);
  const items = [task(1), board(2)];
  expect(withOpened(items, task(1))).toBe(items);
});

test("at most thirty items are stored", () => {
  let items: readonly { kind: "task" | "board"; id: number }[] = [];
  for (let id = 1; id <= 40; id++) items = withOpened(items, task(id));
  expect(items).toHaveLength(30);
  expect(items[0]).toEqual(task(40));
});

test("another account doesn't see what the first one opened", () => {
  const stored = parseOpened(JSON.stringify({ user: 1, items: [task(5)] }));
  expect(openedBy(stored, 1)).toEqual([task(5)]);
  expect(openedBy(stored, 2)).toEqual([]);
  expect(openedBy(stored, undefined)).toEqual([]);
  expect(openedBy(null, undefined)).toEqual([]);
});

test.each([null, "", "[]", "{", '{"user":"1","items":[]}', '{"user":1}'])(
  "the stored text %j is an empty list",
  (text) => {
    expect(parseOpened(text)).toBeNull();
  },
);

test("unknown kinds of stored items are left out", () => {
  const items = [task(1), { kind: "person", id: 2 }, { kind: "board", id: "3" }, null];
  expect(parseOpened(JSON.stringify({ user: 1, items }))?.items).toEqual([task(1)]);
});

test("what an earlier page stored is read at the start", async () => {
  await jest.isolateModulesAsync(async () => {
    const { writeStored } = await import("../../platform/browser-storage");
    writeStored("portal.recently-opened", JSON.stringify({ user: 1, items: [task(5), board(6)] }));
    const { currentSession } = await import("../../platform/session");
    currentSession.set({ user: { id: 1 } as CurrentUser, tenant: null });
    const { openedIds } = await import("./recently-opened");
    expect([openedIds("task"), openedIds("board")]).toEqual([[5], [6]]);
  });
});
