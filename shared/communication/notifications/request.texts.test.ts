import { isolateDirection, requestSummary } from "./request.texts";

const formats = { direction: "ltr", amount: (amount: string) => amount } as unknown as Parameters<
  typeof requestSummary
>[1];

test("requestSummary shows an amount only if its currency is set", () => {
  const summaryOf = (values: object) => requestSummary({ number: "PUR-2026-0047", ...values }, formats);
  expect(summaryOf({ amount: "4280.00", currency: "EUR" })).toBe("PUR-2026-0047 · 4280.00 EUR");
  expect(summaryOf({ amount: "4280.00" })).toBe("PUR-2026-0047");
  expect(summaryOf({ currency: "EUR" })).toBe("PUR-2026-0047");
});

test("a booking summary has the resource and times in the language's digits", () => {
  const number = (value: number) => String.fromCodePoint(0x0660 + value);
  const words = { ...formats, number, day: (day: string) => day };
  const values = {
    title: "Budget",
    place: "Board room",
    from: "2026-12-02",
    to: "2026-12-02",
    begins: "09:00",
    ends: "11:30",
  };
  expect(requestSummary(values, words)).toBe("Budget · Board room · 2026-12-02 · ٠٩:٠٠–١١:٣٠");
  // Private bookings use the resource's name as title.
  expect(requestSummary({ ...values, title: "Board room" }, words)).toBe("Board room · 2026-12-02 · ٠٩:٠٠–١١:٣٠");
});

test("isolateDirection wraps text of the opposite direction", () => {
  const [ltr, rtl] = [{ direction: "ltr" }, { direction: "rtl" }] as const;
  expect(isolateDirection("Transit 22 E 1", rtl)).toBe("\u2068Transit 22 E 1\u2069");
  expect(isolateDirection("حافلة 22 E 1", ltr)).toBe("\u2068حافلة 22 E 1\u2069");
  expect([isolateDirection("Transit 22 E 1", ltr), isolateDirection("٠٩:٠٠", ltr)]).toEqual([
    "Transit 22 E 1",
    "٠٩:٠٠",
  ]);
});
