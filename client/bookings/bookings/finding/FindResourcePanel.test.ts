/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { type HeldCall, holdCalls } from "../../../../tests/support/held-calls";
import { queryClient } from "../../../platform/query";
import { currentSession } from "../../../platform/session";
import { Offers } from "./FindResourcePanel";

let calls: HeldCall[];
let root: Root;
const box = document.createElement("div");
const times = { start_date: "2026-11-19T09:00:00.000Z", end_date: "2026-11-19T10:00:00.000Z" };
const offer = {
  ...times,
  bookable_id: 1,
  name: "Zab",
  building: null,
  floor: null,
  car_type: null,
  capacity: null,
  tools: [],
  minutes_off: 0,
  time_zone: "UTC",
  needs_approval: false,
};
const alternative = { ...times, kind: "room", bookable_id: 2, name: "Barzan", needs_approval: false };

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  currentSession.set({ user: { tenant: { time_zone: "UTC" } } as never, tenant: null });
  calls = holdCalls();
  root = createRoot(document.body.appendChild(box));
});
afterEach(() => act(() => root.unmount()));

function draw(offers: readonly (typeof offer)[]) {
  const list = createElement(Offers, {
    kind: "room",
    offers: offers as never,
    title: "Review",
    seats: undefined,
    timeZone: "UTC",
    may: true,
    onLost: () => undefined,
    onDone: () => undefined,
  });
  const themed = createElement(
    MantineProvider,
    null,
    createElement(QueryClientProvider, { client: queryClient }, list),
  );
  return act(async () => root.render(createElement(IntlProvider, { locale: "en", onError: () => {} }, themed)));
}
const press = (name: string) =>
  act(async () => [...box.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(name))?.click());

test("an alternative to a lost offer is booked with its own room and time", async () => {
  await draw([offer]);
  await press("booking.book");
  expect(calls[0]?.body).toMatchObject({ bookable_id: 1, ...times });
  await act(async () => {
    const conflict = { kind: "booking", bookable_id: 1, title: null, requester: null, ...times };
    calls[0]?.answer(
      { message: "Taken", code: "booking.taken", data: { conflicts: [conflict], alternatives: [alternative] } },
      409,
    );
    await new Promise((resolve) => setTimeout(resolve));
  });
  await press("Barzan");
  expect(calls[1]?.body).toMatchObject({ title: "Review", bookable_id: 2, ...times });
});
