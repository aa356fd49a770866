import { useFormat } from "../../platform/intl/useText";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Formats a number of bytes in the largest unit that doesn't exceed it. */
export function useBytes(): (bytes: number) => string {
  const { number } = useFormat();
  return (bytes) => {
    const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
    return number(bytes / 1_000 ** step, { style: "unit", unit: units[step], maximumFractionDigits: step > 2 ? 1 : 0 });
  };
}
