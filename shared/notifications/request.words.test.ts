import { requestWhat } from "./request.words";

const formats = { direction: "ltr", amount: (amount: string) => amount } as unknown as Parameters<
  typeof requestWhat
>[1];

test("an amount is said with its currency, or not at all", () => {
  const what = (values: object) => requestWhat({ number: "PUR-2026-0047", ...values }, formats);
  expect(what({ amount: "4280.00", currency: "EUR" })).toBe("PUR-2026-0047 · 4280.00 EUR");
  expect(what({ amount: "4280.00" })).toBe("PUR-2026-0047");
  expect(what({ currency: "EUR" })).toBe("PUR-2026-0047");
});
