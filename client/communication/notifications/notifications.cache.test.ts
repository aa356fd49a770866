import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import {
  groupByDay,
  type CachedLists,
  withoutNotifications,
  mergePages,
  withReadState,
  type NotificationList,
  unreadCountAfter,
} from "./notifications.cache";

const one = (id: number, is_read: boolean, created_at = "2026-11-20T10:00:00Z"): Notification => ({
  id,
  is_read,
  created_at,
  data: {
    message: "",
    path: "/",
    group: "",
    sender: null,
    kind: "task.assigned",
    reason: null,
    because: null,
    count: 1,
    others: 0,
    task_id: null,
    project_id: null,
    values: {},
  },
});

const list = (...data: Notification[]): NotificationList => ({
  message: undefined,
  data,
  meta: {
    total: data.length,
    page: 1,
    per_page: 5,
    last_page: 1,
    unread_count: data.filter((n) => !n.is_read).length,
    unread_about: { mentions: 0, tasks: 0, comments: 0, projects: 0, requests: 0, news: 0 },
  },
});

const readOf = (cached: CachedLists) =>
  (cached && "pages" in cached ? cached.pages : [cached as NotificationList]).flatMap((page) =>
    page.data.map(({ id, is_read }) => [id, is_read]),
  );

const five = list(one(3, false), one(2, true), one(1, false));

test("single notifications are marked as read in the bell's list and on the pages", () => {
  expect(readOf(withReadState(five, [1], true, 1))).toEqual([
    [3, false],
    [2, true],
    [1, true],
  ]);
  const pages = { pages: [five, list(one(0, false))], pageParams: [1, 2] };
  expect(readOf(withReadState(pages, [0, 3], true, 1))).toEqual([
    [3, true],
    [2, true],
    [1, false],
    [0, true],
  ]);
  expect((withReadState(five, [1], true, 1) as NotificationList).meta.unread_count).toBe(1);
});

test("marking all sets every notification to read, or back to unread", () => {
  expect(readOf(withReadState(five, null, true, 0)).every(([, read]) => read)).toBe(true);
  expect(readOf(withReadState(five, null, false, 3)).some(([, read]) => read)).toBe(false);
});

test("clearing empties the lists and leaves an empty cache unchanged", () => {
  expect(withoutNotifications(five)).toMatchObject({ data: [], meta: { total: 0, unread_count: 0 } });
  expect(withoutNotifications(undefined)).toBeUndefined();
  expect(withReadState(undefined, null, true, 0)).toBeUndefined();
});

test("the unread count changes only with changed rows and never goes below 0", () => {
  expect(unreadCountAfter(five.data, 7, [3], true)).toBe(6);
  expect(unreadCountAfter(five.data, 7, [2], true)).toBe(7);
  expect(unreadCountAfter(five.data, 7, [2], false)).toBe(8);
  expect(unreadCountAfter(five.data, 7, null, true)).toBe(0);
  expect(unreadCountAfter(five.data, 0, [3], true)).toBe(0);
});

test("a notification on two pages is listed once", () => {
  expect(
    mergePages([list(one(3, false), one(2, true)), list(one(2, true), one(1, false))]).map(({ id }) => id),
  ).toEqual([3, 2, 1]);
});

test("notifications are grouped by day in the reader's time zone", () => {
  const dayOf = (at: Date) => `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
  const at = (iso: string) => new Date(iso);
  const items = [
    one(4, false, at("2026-11-20T10:00:00").toISOString()),
    one(3, false, at("2026-11-20T00:00:00").toISOString()),
    one(2, false, at("2026-11-19T23:59:59").toISOString()),
    one(1, false, at("2026-10-01T12:00:00").toISOString()),
  ];
  expect(groupByDay(items, dayOf).map(({ day, items: of }) => [day, of.map(({ id }) => id)])).toEqual([
    ["2026-11-20", [4, 3]],
    ["2026-11-19", [2]],
    ["2026-10-1", [1]],
  ]);
});
