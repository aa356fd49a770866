const withLatinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) as number;
    // In Unicode the digits of a script are consecutive, starting at its zero.
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) as number) - zero < 9) zero -= 1;
    return String((digit.codePointAt(0) as number) - zero);
  });

const afternoon = /p\.?\s?m|오후|م|د\.?ن/i;
const morning = /a\.?\s?m|오전|ص|پ\.?ن/i;

/**
 * Parses a typed time to `HH:MM`: "9:30", "0930", "9", "2.15 pm", "오후 3:00", "٠٩:٣٠"; null if invalid. `whole` requires hours and minutes,
 * for input that may be incomplete. `endsDay` allows 24:00.
 */
export function parseTypedTime(typed: string, whole = false, endsDay = false): string | null {
  const text = withLatinDigits(typed).trim();
  const parts = /^\D*(\d{1,2})(?:\s*[:.h٫]\s*(\d{2})|(\d{2}))?(?!\d)/i.exec(text);
  if (!parts) return null;
  const minutes = parts[2] ?? parts[3];
  if (whole && minutes === undefined) return null;
  const isAfternoon = afternoon.test(text);
  let hour = Number(parts[1]);
  if (isAfternoon && hour < 12) hour += 12;
  if (morning.test(text) && !isAfternoon && hour === 12) hour = 0;
  const minute = Number(minutes ?? 0);
  if (endsDay && hour === 24 && minute === 0) return "24:00";
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
