import { latinDigits } from "../../kernel/digits";

const hour = "h|hr|hrs|hour|hours|std|std\\.|stunde|stunden|س|ساعة|ساعات|시간|ک|کاتژمێر|سەعات";
const minute = "m|min|mins|min\\.|minute|minutes|minuten|د|دقيقة|دقائق|분|خ|خولەک";
const day = "d|day|days|t|tag|tage|يوم|أيام|ايام|일|ڕۆژ";
const week = "w|wk|week|weeks|woche|wochen|أسبوع|اسبوع|أسابيع|주|هەفتە";
const dayMinutes = 8 * 60;

const clock = /^(\d{0,4}):([0-5]\d)$/;
const plain = /^(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})$/;
const hours = new RegExp(`^(\\d{1,4}(?:\\.\\d{1,4})?|\\.\\d{1,4}) ?(?:${hour})$`);
const days = new RegExp(`^(\\d{1,3}(?:\\.\\d{1,4})?|\\.\\d{1,4}) ?(?:(${day})|${week})$`);
const minutes = new RegExp(`^(\\d{1,6}) ?(?:${minute})$`);
const both = new RegExp(`^(\\d{1,4}) ?(?:${hour}) ?(\\d{1,2})(?: ?(?:${minute}))?$`);

export function parseDuration(text: string): number | null {
  const normalized = normal(text);
  const found = clock.exec(normalized);
  if (found) return Number(found[1]) * 60 + Number(found[2]);
  const split = both.exec(normalized);
  if (split) return Number(split[2]) < 60 ? Number(split[1]) * 60 + Number(split[2]) : null;
  const inHours = (plain.exec(normalized) ?? hours.exec(normalized))?.[1];
  if (inHours !== undefined) return Math.round(Number(inHours) * 60);
  const inDays = days.exec(normalized);
  if (inDays) return Math.round(Number(inDays[1]) * (inDays[2] === undefined ? 5 : 1) * dayMinutes);
  const inMinutes = minutes.exec(normalized)?.[1];
  return inMinutes === undefined ? null : Number(inMinutes);
}

/** Normalizes to Latin digits, decimal points and single spaces, and removes directional marks. */
function normal(text: string): string {
  return latinDigits(text)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "")
    .replace(/[,٫]/g, ".")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
