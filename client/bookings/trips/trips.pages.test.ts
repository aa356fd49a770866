/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { readTrip, type Trip } from "../../../shared/bookings/trips/trips.contract";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { queryClient } from "../../platform/query";
import { TripsPage } from "./trips.pages";

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("../../platform/live/live", () => ({
  liveClient: { follow: () => ({ events$: { subscribe: () => ({ unsubscribe: () => {} }) }, close: () => {} }) },
}));
jest.mock("../../platform/session", () => ({
  ...jest.requireActual("../../platform/session"),
  useCan: () => () => false,
  useCurrentUser: () => ({ id: 7, permissions: [], tenant: { id: 1, time_zone: "UTC" } }),
}));
jest.mock("../../ui/PageHead", () => ({ PageHead: () => null }));
jest.mock("../../ui/records/SidePanel", () => ({
  SidePanel: ({ opened, children }: { opened: boolean; children: unknown }) => (opened ? children : null),
}));
jest.mock("./TripCard", () => ({ TripCard: ({ trip }: { trip: Trip }) => trip.title }));
jest.mock("./TripPanel", () => ({ TripPanel: ({ trip }: { trip: Trip | null }) => trip && `Opened ${trip.title}.` }));

const trip = (id: number): Trip => ({
  id,
  title: `Trip ${id}`,
  note: null,
  purpose: null,
  private: false,
  from_place: null,
  to_place: null,
  seats: null,
  start_date: "2099-11-30T08:00:00.000Z",
  end_date: "2099-11-30T12:00:00.000Z",
  requester: null,
  car: { id: 5, name: "Van", plate_number: "1", mileage: 1_000, image: null },
  driver: null,
  log: null,
  can: { start: false, end: false, note: false },
});

let root: Root;
const place = document.body.appendChild(document.createElement("div"));
const sent = jest.mocked(call);
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  queryClient.clear();
  sent.mockReset();
  sent.mockImplementation((async (endpoint: unknown, input: never) => {
    if (endpoint === readTrip) return readLinked((input as { params: { id: number } }).params.id);
    const { when, page } = (input as { query: { when: string; page: number } }).query;
    const data = [trip((when === "past" ? 20 : 10) + page)];
    return { data, revision: 1, epoch: "e", meta: { total: 2, page, per_page: 1, last_page: 2 } };
  }) as never);
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const readLinked = jest.fn((id: number) => ({ data: trip(id) }));

/** Queries notify their observers in later tasks, and the trip of a link is read after the lists. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

async function show(address: string): Promise<void> {
  window.history.replaceState(null, "", address);
  const router = createMemoryRouter([{ path: "*", element: createElement(TripsPage) }], { initialEntries: [address] });
  const themed = createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const texts = { locale: "en", messages: { ...shared, ...english } };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
  await settle();
}

test("both lists of trips load their further pages", async () => {
  await show("/driver-reservation");
  const titles = () => [...place.querySelectorAll("li")].map((each) => each.textContent);
  expect(titles()).toEqual(["Trip 11", "Trip 21"]);
  for (const list of ["trips.coming", "trips.past"] as const) {
    const label = `${english["trips.more"]}: ${english[list]}`;
    await act(async () => place.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)?.click());
    await settle();
  }
  expect(titles()).toEqual(["Trip 11", "Trip 12", "Trip 21", "Trip 22"]);
  expect(place.querySelector("button")).toBeNull();
});

test("a link opens a trip of a page that isn't loaded", async () => {
  await show("/driver-reservation?trip=21");
  expect(place.textContent).toContain("Opened Trip 21.");
  expect(readLinked).not.toHaveBeenCalled();
  await act(async () => root.unmount());
  root = createRoot(place);
  await show("/driver-reservation?trip=99");
  expect(place.textContent).toContain("Opened Trip 99.");
});

test("a link to another driver's trip shows the reason", async () => {
  readLinked.mockImplementationOnce(() => {
    throw new ProblemError(403, "trip.notYours", "Someone else drives this trip");
  });
  await show("/driver-reservation?trip=98");
  const alertText = place.querySelector('[role="alert"]')?.textContent;
  expect(alertText).toContain(english["trips.linkFailed"]);
  expect(alertText).toContain("Someone else drives this trip");
});
