import { useFormat } from "../../platform/intl/useText";

/** Formats a number of bytes in the user's language, for example "412 kB" or "1.3 MB". */
export function useFileSize(): (bytes: number) => string {
  const { number } = useFormat();
  return (bytes) =>
    bytes < 1_000_000
      ? number(Math.max(1, Math.round(bytes / 1000)), { style: "unit", unit: "kilobyte" })
      : number(Math.round(bytes / 100_000) / 10, { style: "unit", unit: "megabyte" });
}
