import { isolated, requestWhat } from "./request.words";

const formats = { direction: "ltr", amount: (amount: string) => amount } as unknown as Parameters<
  typeof requestWhat
>[1];

test("an amount is said with its currency, or not at all", () => {
  const what = (values: object) => requestWhat({ number: "PUR-2026-0047", ...values }, formats);
  expect(what({ amount: "4280.00", currency: "EUR" })).toBe("PUR-2026-0047 · 4280.00 EUR");
  expect(what({ amount: "4280.00" })).toBe("PUR-2026-0047");
  expect(what({ currency: "EUR" })).toBe("PUR-2026-0047");
});

test("a booking is said with the room or car and its hours, in the digits of the language", () => {
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
  expect(requestWhat(values, words)).toBe("Budget · Board room · 2026-12-02 · ٠٩:٠٠–١١:٣٠");
  // What is private is called by what is asked for.
  expect(requestWhat({ ...values, title: "Board room" }, words)).toBe("Board room · 2026-12-02 · ٠٩:٠٠–١١:٣٠");
});

test("what runs the other way than its sentence is kept apart from what stands around it", () => {
  const [ltr, rtl] = [{ direction: "ltr" }, { direction: "rtl" }] as const;
  expect(isolated("Transit 22 E 1", rtl)).toBe("\u2068Transit 22 E 1\u2069");
  expect(isolated("حافلة 22 E 1", ltr)).toBe("\u2068حافلة 22 E 1\u2069");
  expect([isolated("Transit 22 E 1", ltr), isolated("٠٩:٠٠", ltr)]).toEqual(["Transit 22 E 1", "٠٩:٠٠"]);
});
