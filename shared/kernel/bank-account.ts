import { electronicFormatIBAN, friendlyFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from "ibantools";
import { emptyToNull, lineField } from "./fields";

/** An IBAN with valid length and check digits for its country, stored without spaces and in upper case. */
export const ibanField = () =>
  lineField(42)
    .transform((value) => (typeof value === "string" ? (electronicFormatIBAN(value) ?? value) : value))
    .test("iban", "field.iban", (value) => !value || isValidIBAN(value));

/** Optional, because banks in the SEPA area derive the BIC from the IBAN. */
export const bicField = () =>
  lineField(11)
    .transform((value) => (typeof value === "string" ? value.replaceAll(" ", "").toUpperCase() : value))
    .transform(emptyToNull)
    .nullable()
    .test("bic", "field.bic", (value) => !value || isValidBIC(value));

/** Countries that joined SEPA in 2025 and 2026, which the library doesn't list. */
const laterSepaCountries: readonly string[] = ["AL", "MD", "ME", "MK", "RS"];

/** Whether SEPA credit transfers reach an account. */
export function isSepaIban(iban: string): boolean {
  const country = iban.slice(0, 2);
  return isSEPACountry(country) || laterSepaCountries.includes(country);
}

/** Formats an IBAN in groups of four characters. */
export const formatIban = (iban: string): string => friendlyFormatIBAN(iban) ?? iban;

/** Shows enough of an IBAN to recognize a known account. The audit log contains the same characters. */
export const maskIban = (iban: string): string => `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
