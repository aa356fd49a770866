/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { type BookingValues, initialBookingValues } from "./booking-values";
import { NewBookingFields } from "./NewBookingFields";

jest.mock("./BasketFields", () => ({ BasketFields: () => null }));
jest.mock("./RepeatFields", () => ({ RepeatFields: () => null }));
jest.mock("./SeriesPreview", () => ({ SeriesPreview: () => null }));

const [from, until] = [Date.parse("2026-11-19T09:00Z"), Date.parse("2026-11-19T10:00Z")];
const values: BookingValues = {
  ...initialBookingValues("room", { resourceId: 3, from, until, bookingId: null, booking: null }, [], "Private"),
  repeat: "weekly",
  dates: [{ date: "2026-11-26", bookable_id: 9 }],
};

test.each<[string, Partial<BookingValues>, boolean]>([
  ["start", { start_date: "2026-11-19T08:00:00.000Z" }, true],
  ["end", { end_date: "2026-11-19T11:00:00.000Z" }, true],
  ["room", { bookable_id: "4" }, true],
  ["title", { title: "Review" }, false],
])("choices for single dates are removed by a change of time or room: %s", (_, change, removes) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const setValue = jest.fn();
  const root = createRoot(document.createElement("div"));
  const show = (formValues: BookingValues) =>
    act(() =>
      root.render(
        createElement(NewBookingFields, { form: { setValue } as never, values: formValues, timeZone: "UTC" }),
      ),
    );
  show({ ...values, dates: [] });
  show(values);
  expect(setValue).not.toHaveBeenCalled();
  show({ ...values, ...change });
  expect(setValue.mock.calls).toEqual(removes ? [["dates", []]] : []);
});
