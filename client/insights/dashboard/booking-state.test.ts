/** @jest-environment jsdom */
import { act, createElement, type FunctionComponent } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { NextBooking } from "../../../shared/bookings/bookings/bookings.contract";
import messages from "../../locales/en.json";
import { BookingDays } from "../../bookings/bookings/mine/BookingDays";
import { workBookings } from "../../bookings/bookings/WorkBookings";
import { TodayPanel } from "./TodayPanel";

let mockBookings: unknown[] = [];
jest.mock("react-router-dom", () => ({ Link: ({ children }: { children: unknown }) => children }));
jest.mock("../../platform/query", () => ({
  useEndpoint: () => ({ data: { data: mockBookings }, error: null, isPending: false }),
}));
jest.mock("../../platform/session", () => ({
  useCan: () => () => true,
  useMaybeUser: () => null,
  useCurrentUser: () => ({ id: 5, tenant: { time_zone: "UTC" } }),
  session: {},
}));
jest.mock("../../ui/states/QueryBoundary", () => ({
  QueryBoundary: ({ query, children }: { query: { data: unknown }; children: (data: unknown) => unknown }) =>
    children(query.data),
}));
jest.mock("@mantine/core", () => ({
  ...jest.requireActual<object>("@mantine/core"),
  UnstyledButton: ({ children }: { children: unknown }) => children,
}));
jest.mock("../../ui/signs/TruncatedName", () => ({ TruncatedName: ({ children }: { children: unknown }) => children }));
jest.mock("../../ui/Panel", () => ({ Panel: ({ children }: { children: unknown }) => children }));

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const booking = (status: string, answer: string | null) =>
  ({
    id: 7,
    version: 1,
    status,
    bookable_type: "room",
    bookable_id: 1,
    title: "Review",
    place: "Citadel",
    car_type: null,
    seats: null,
    requester: null,
    equipment: [],
    can: {},
    time_zone: "UTC",
    start_date: hours(1),
    end_date: hours(2),
    participants: [
      { id: 4, fullname: "Amira", answer: null },
      { id: 5, fullname: "Dara", answer },
    ],
  }) as unknown as NextBooking;

const MyWork: FunctionComponent = () =>
  workBookings.useSection({ of: "assigned", state: "open", due: null, text: "" } as never).section || null;
const MyBookings: FunctionComponent = () =>
  createElement(BookingDays, {
    query: { data: { data: mockBookings } } as never,
    showsTripsToAssign: false,
    placeOf: () => null,
    onOpen: () => {},
  });

function textOn(screen: FunctionComponent, booking: NextBooking): string {
  mockBookings = [booking];
  const box = document.createElement("div");
  const root = createRoot(box);
  const texts = { locale: "en", messages, onError: () => {} };
  act(() => root.render(createElement(IntlProvider, texts, createElement(screen))));
  const text = box.textContent;
  act(() => root.unmount());
  return text;
}

beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

const screens = { TodayPanel, MyWork, MyBookings };
const invited = "Invited, no response yet";

test.each(Object.entries(screens))("%s shows an unanswered invitation as such, not as booked", (_, screen) => {
  expect(textOn(screen, booking("approved", null))).toContain(invited);
  expect(textOn(screen, booking("approved", null))).not.toContain("Booked");
});

test.each(Object.entries(screens))(
  "%s shows that a request waits, and nothing to answer after a response",
  (_, screen) => {
    expect(textOn(screen, booking("pending", null))).toContain("Waiting for approval");
    expect(textOn(screen, booking("approved", "accepted"))).not.toContain(invited);
  },
);
