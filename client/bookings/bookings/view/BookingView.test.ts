/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import clientTexts from "../../../locales/en.json";
import sharedTexts from "../../../../shared/locales/en.json";
import { BookingView } from "./BookingView";

const mockRead = { place: "R-001", floor: "2nd floor", building: "Citadel House" };
jest.mock("react-router-dom", () => ({ Link: () => null }));
jest.mock("../../../platform/query", () => ({
  useEndpoint: () => ({ data: { data: mockRead } }),
  useAction: () => ({ mutate: () => {}, isPending: false }),
}));
jest.mock("../../../platform/session", () => ({
  useCan: () => () => false,
  useMaybeUser: () => null,
  useCurrentUser: () => ({ id: 5, tenant: { time_zone: "Asia/Baghdad" } }),
  session: {},
}));
jest.mock("../../../ui/records/SidePanel", () => ({ SidePanel: ({ children }: { children: unknown }) => children }));
jest.mock("../approval/CarFacts", () => ({ CarFacts: () => null }));
jest.mock("../approval/DecideBooking", () => ({ DecideBooking: () => null }));
jest.mock("./BasketBookings", () => ({ BasketBookings: () => null }));
jest.mock("./ExtendSeries", () => ({ ExtendSeries: () => null }));
jest.mock("../form/Guests", () => ({ useGuests: () => ({ guests: null }) }));
jest.mock("../grid/useGrid", () => ({ useBookingReader: () => ({ id: 5, permissions: new Set() }) }));

const booking = {
  id: 7,
  status: "approved",
  bookable_type: "room",
  bookable_id: 1,
  title: "Review",
  requester: null,
  participants: [],
  equipment: [],
  series_id: null,
  note: null,
  can: {},
  time_zone: "Asia/Baghdad",
  start_date: "2026-11-19T09:00:00Z",
  end_date: "2026-11-19T10:00:00Z",
} as unknown as BookingWithPermissions;

test("the panel of a booking names the room's floor, building and time zone", () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  const box = document.createElement("div");
  const root = createRoot(box);
  const props = { booking, kind: "room" as const, place: "R-001", onClose: () => {}, onEdit: () => {} };
  const view = createElement(MantineProvider, null, createElement(BookingView, props));
  act(() =>
    root.render(createElement(IntlProvider, { locale: "en", messages: { ...clientTexts, ...sharedTexts } }, view)),
  );
  const facts = [...box.querySelectorAll("dt")].map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  const { When: when, Where: where } = Object.fromEntries(facts) as Record<string, string>;
  expect(where).toBe("R-001, 2nd floor, Citadel House");
  expect(when).toContain("12:00 to 13:00");
  expect(when).toContain("Baghdad");
  act(() => root.unmount());
});
