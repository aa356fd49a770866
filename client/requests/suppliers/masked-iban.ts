/** The last four characters, by which an account is recognized in lists. */
export const maskedIban = (iban: string): string => `•••• ${iban.slice(-4)}`;
