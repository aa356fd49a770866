import { isVatId, normalizeVatId } from "./vat-id.rules";

test.each(["DE123456789", "ATU12345678", "NL123456789B01", "FRXX123456789", "CHE123456789MWST", "AE100123456700003"])(
  "accepts the VAT id %s",
  (vatId) => {
    expect(isVatId(vatId)).toBe(true);
  },
);

test.each(["DE12345678", "DE1234567890", "AT12345678", "NL123456789", "123456789", "D123456789", "AE", ""])(
  "rejects the VAT id %j",
  (vatId) => {
    expect(isVatId(vatId)).toBe(false);
  },
);

test("separators and lower case are normalized", () => {
  expect(normalizeVatId(" de 123.456-789 ")).toBe("DE123456789");
  expect(normalizeVatId("che-123.456.789 mwst")).toBe("CHE123456789MWST");
});
