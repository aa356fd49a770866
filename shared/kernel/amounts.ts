/** Amounts of money as text with their decimals (`"1250.50"`), compared exactly. @returns below, above or 0. */
export function compareAmounts(a: string, b: string): number {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  const difference = scaled(a, decimals) - scaled(b, decimals);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const decimalsOf = (amount: string) => amount.split(".")[1]?.length ?? 0;

function scaled(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
