import { bicField, formatIban, ibanField, maskIban } from "./bank-account";

test.each([
  ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["de89-3704-0044-0532-0130-00", "DE89370400440532013000"],
  ["IQ98NBIQ850123456789012", "IQ98NBIQ850123456789012"],
])("accepts the IBAN %s", async (typed, stored) => {
  expect(await ibanField().validate(typed)).toBe(stored);
});

test.each(["DE88370400440532013000", "DE8937040044053201300", "XX89370400440532013000", "37040044"])(
  "rejects %s as an IBAN",
  async (typed) => {
    await expect(ibanField().validate(typed)).rejects.toThrow("field.iban");
  },
);

test("a BIC is optional and has 8 or 11 characters", async () => {
  expect(await bicField().validate("")).toBeNull();
  expect(await bicField().validate("cobadeff xxx")).toBe("COBADEFFXXX");
  await expect(bicField().validate("COBADE")).rejects.toThrow("field.bic");
});

test("an IBAN is shown in groups or masked", () => {
  expect(formatIban("DE89370400440532013000")).toBe("DE89 3704 0044 0532 0130 00");
  expect(maskIban("DE89370400440532013000")).toBe("DE89 •••• 3000");
});
