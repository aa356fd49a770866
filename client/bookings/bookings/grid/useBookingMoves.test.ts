/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { type HeldCall, holdCalls } from "../../../../tests/support/held-calls";
import english from "../../../locales/en.json";
import { clearPendingChanges } from "../../../platform/pending/pending-queue";
import { clearHistory, history$, redoLast, undoLast, type UndoNotice, undoNotices$ } from "../../../undo/history";
import { useBookingMoves } from "./useBookingMoves";

const hour = (at: number) => Date.UTC(2031, 0, 6, at);
const bookingAt = (at: number, version: number) =>
  ({
    id: 12,
    status: "approved",
    version,
    bookable_id: 3,
    start_date: new Date(hour(at)).toISOString(),
    end_date: new Date(hour(at + 1)).toISOString(),
  }) as unknown as BookingWithPermissions;
const draftAt = (at: number) => ({ resourceId: 3, from: hour(at), until: hour(at + 1), bookingId: 12 });

let root: Root;
let calls: HeldCall[];
let moves: ReturnType<typeof useBookingMoves>;
let notices: UndoNotice[] = [];
const stopListening = undoNotices$.subscribe((notice) => notices.push(notice));
afterAll(() => stopListening());
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  clearHistory();
  calls = holdCalls();
  notices = [];
  const Screen = () => {
    moves = useBookingMoves([], () => undefined);
    return null;
  };
  root = createRoot(document.createElement("div"));
  const messages = english as Record<string, string>;
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, createElement(Screen))));
});
afterEach(() => {
  act(() => root.unmount());
  clearPendingChanges();
});

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const bodyOfLast = () => calls.at(-1)?.body as { start_date: string; version?: number };
async function answer(at: number, version: number) {
  const data = bookingAt(at, version);
  calls.at(-1)?.answer({ message: "", data, dates: [data] });
  await settle();
}
async function move(from: number, to: number, version: number) {
  act(() => moves.move(draftAt(to), bookingAt(from, version - 1)));
  await settle();
  await answer(to, version);
}
/** Starts an undo or a redo, answers its call with a new version and returns the version that it sent. */
async function run(step: () => Promise<void>, at: number, version: number) {
  act(() => void step());
  await settle();
  const sentVersion = bodyOfLast().version;
  await answer(at, version);
  return sentVersion;
}

test("undo of a move is refused when another user has moved the booking since", async () => {
  await move(8, 9, 2);
  act(() => void undoLast());
  await settle();
  expect(bodyOfLast()).toMatchObject({ start_date: new Date(hour(8)).toISOString(), version: 2 });
  calls.at(-1)?.answer({ code: "booking.stale", message: "Changed", data: bookingAt(14, 3) }, 409);
  await settle();
  expect(notices.at(-1)).toMatchObject({ type: "refused", problem: { code: "booking.stale" } });
  expect(calls).toHaveLength(2);
});

test("several moves are undone and redone with the version of the step before", async () => {
  await move(8, 9, 12);
  await move(9, 10, 13);
  expect(await run(undoLast, 9, 14)).toBe(13);
  expect(await run(redoLast, 10, 15)).toBe(14);
  expect(await run(undoLast, 9, 16)).toBe(15);
  expect(await run(undoLast, 8, 17)).toBe(16);
  expect(history$.value.undo).toHaveLength(0);
});

test("an earlier move isn't undone over a move of another user that a later one replaced", async () => {
  await move(8, 9, 22);
  await move(14, 10, 24); // another user moved it to 14:00 as version 23
  expect(await run(undoLast, 14, 25)).toBe(24);
  expect(await run(undoLast, 8, 26)).toBe(22);
});
