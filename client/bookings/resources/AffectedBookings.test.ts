/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { AffectedBooking } from "../../../shared/bookings/resources/affected-bookings";
import { AffectedBookings } from "./AffectedBookings";

const scrolledTo: Element[] = [];
let root: Root;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  HTMLElement.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo.push(this);
  };
});

const affected = (id: number) =>
  ({
    id,
    title: `Review ${id}`,
    requester: null,
    place: "Citadel",
    start_date: "2026-11-19T09:00:00Z",
    end_date: "2026-11-19T10:00:00Z",
    time_zone: "UTC",
    choices: [{ id: 2, name: "Halgurd" }],
    suggested: 2,
    goes_on: false,
  }) as unknown as AffectedBooking;

function draw(bookings: readonly AffectedBooking[]) {
  const list = createElement(AffectedBookings, { bookings, answers: {}, onAnswer: () => {} });
  const themed = createElement(MantineProvider, null, list);
  act(() => root.render(createElement(IntlProvider, { locale: "en", onError: () => {} }, themed)));
}

test("bookings in the way are scrolled to and focused when they appear, once", () => {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  draw([]);
  expect(scrolledTo).toEqual([]);
  draw([affected(1)]);
  const list = document.querySelector("section");
  expect(list?.textContent).toContain("Review 1");
  expect(scrolledTo.map((one) => one === list)).toEqual([true]);
  expect(document.activeElement === list).toBe(true);
  draw([affected(1), affected(2)]);
  expect(scrolledTo).toHaveLength(1);
  act(() => root.unmount());
});
