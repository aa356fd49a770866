/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import type { Trip } from "../../../shared/bookings/trips/trips.contract";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { call } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import { queryClient } from "../../platform/query";
import { TripPanel } from "./TripPanel";

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("./TripCard", () => ({ useTripText: () => ({ time: () => "", way: () => "", driven: () => "" }) }));
jest.mock("./TripPhotos", () => ({ TripPhotos: () => null }));
jest.mock("../../ui/records/SidePanel", () => ({ SidePanel: ({ children }: { children: unknown }) => children }));

const tripWith = (note: string | null, can: Partial<Trip["can"]> = { note: true }): Trip => ({
  id: 9,
  title: "Depot",
  note: null,
  purpose: null,
  private: false,
  from_place: null,
  to_place: null,
  seats: null,
  start_date: "2026-11-30T08:00:00.000Z",
  end_date: "2026-11-30T12:00:00.000Z",
  requester: null,
  car: { id: 5, name: "Van", plate_number: "1", mileage: 1_000, image: null },
  driver: null,
  log: {
    started_at: "2026-11-30T08:05:00.000Z",
    start_km: 1_000,
    ended_at: null,
    end_km: null,
    fuel_litres: null,
    note,
    photos: [],
  },
  can: { start: false, end: false, note: true, ...can },
});

let root: Root;
const place = document.body.appendChild(document.createElement("div"));
const sent = jest.mocked(call);
const onClose = jest.fn();
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  sent.mockReset();
  onClose.mockReset();
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

async function show(trip: Trip): Promise<void> {
  const panel = createElement(TripPanel, { trip, onClose });
  const router = createMemoryRouter([{ path: "*", element: panel }]);
  const themed = createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const texts = { locale: "en", messages: { ...shared, ...english } };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
}

const field = (name: string) => place.querySelector<HTMLInputElement & HTMLTextAreaElement>(name);
function type(element: HTMLInputElement | HTMLTextAreaElement | null, value: string) {
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  return act(async () => {
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, value);
    element?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const typeNote = (value: string) => type(field("textarea"), value);
const save = () => act(async () => field('button[type="submit"]')?.click());
const bodies = () => sent.mock.calls.map(([, options]) => (options as { body: object }).body);
const alerts = () => [...place.querySelectorAll('[role="alert"]')].map((each) => each.textContent);

test("a note is sent with the one that it replaces, and a conflict keeps the text", async () => {
  await show(tripWith("Scratch"));
  await typeNote("Scratch and dent");
  sent.mockRejectedValueOnce(new ProblemError(409, "organization.stale", "Changed", {}, tripWith("No damage")));
  await save();
  expect([alerts(), field("textarea")?.value]).toEqual([["Changed"], "Scratch and dent"]);
  sent.mockResolvedValueOnce({ message: "" } as never);
  await save();
  expect(bodies()).toEqual([
    { note: "Scratch and dent", before: "Scratch" },
    { note: "Scratch and dent", before: "No damage" },
  ]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("after a conflict, an unchanged note is not written over another user's", async () => {
  await show(tripWith("Scratch"));
  sent.mockRejectedValue(new ProblemError(409, "organization.stale", "Changed", {}, tripWith("No damage")));
  await save();
  expect([alerts(), field("textarea")?.value]).toEqual([["Changed"], "No damage"]);
  await save();
  expect(bodies()).toEqual([
    { note: "Scratch", before: "Scratch" },
    { note: "No damage", before: "No damage" },
  ]);
});

test("after a conflict, a note that is typed back to the old one replaces another user's", async () => {
  await show(tripWith("Scratch", { end: true }));
  await typeNote("Scratches");
  await type(field("input"), "1050");
  sent.mockRejectedValue(new ProblemError(409, "organization.stale", "Changed", {}, tripWith("No damage")));
  await save();
  await typeNote("Scratch");
  await save();
  expect(bodies().at(-1)).toMatchObject({ note: "Scratch", before: "No damage" });
});

test("another user's note is offered, and shown at once in an untouched form", async () => {
  await show(tripWith("Scratch"));
  await show(tripWith("Dent"));
  expect([alerts(), field("textarea")?.value]).toEqual([[], "Dent"]);
  await typeNote("Two dents");
  await show(tripWith("No damage"));
  expect(alerts()[0]).toContain(english["form.changedMeanwhile"]);
  expect(field("textarea")?.value).toBe("Two dents");
  await act(async () => field('[role="alert"] button')?.click());
  expect([alerts(), field("textarea")?.value]).toEqual([[], "No damage"]);
});

test("ending a trip sends the note only if it was changed", async () => {
  await show(tripWith("Scratch", { end: true }));
  await type(field("input"), "1080");
  sent.mockRejectedValue(new ProblemError(409, "trip.ended", "Ended"));
  await save();
  await typeNote("Dent");
  await save();
  expect(bodies()).toEqual([
    { mileage: 1_080, fuel_litres: null },
    { mileage: 1_080, fuel_litres: null, note: "Dent", before: "Scratch" },
  ]);
});
