import { foldText } from "../../../../shared/kernel/text/fold";
import { type DayNotation, dayOf, parseDay } from "../../../ui/fields/parse-day";

/**
 * Phrases for days within a title, in all languages of the product. Recognition is stricter than in `parseDay`, which reads fields that
 * contain only a day: abbreviations and bare numbers in a title are treated as words. `parseDay` then computes the recognized day.
 */
const relative = {
  today: "today, tonight, heute, اليوم, 오늘, ئەمڕۆ, ئەمرۆ",
  tomorrow: "tomorrow, morgen, غدا, غدًا, يوم غد, 내일, سبەی, سبەینێ, بەیانی",
  "+2d": "day after tomorrow, the day after tomorrow, übermorgen, بعد غد, بعد غدا, 모레, دووسبەی",
  "next week":
    "next week, nächste woche, kommende woche, الأسبوع القادم, الأسبوع المقبل, 다음 주, 다음주, هەفتەی داهاتوو, هەفتەی ئایندە",
};

/** From Sunday to Saturday. */
const weekdays = [
  "sunday, sonntag, الأحد, 일요일, یەکشەممە, یەک شەممە",
  "monday, montag, الاثنين, الإثنين, 월요일, دووشەممە, دوو شەممە",
  "tuesday, dienstag, الثلاثاء, 화요일, سێشەممە, سێ شەممە",
  "wednesday, mittwoch, الأربعاء, 수요일, چوارشەممە, چوار شەممە",
  "thursday, donnerstag, الخميس, 목요일, پێنجشەممە, پێنج شەممە",
  "friday, freitag, الجمعة, 금요일, هەینی, جومعە",
  "saturday, samstag, sonnabend, السبت, 토요일, شەممە",
];
const englishWeekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const months = [
  "january, jan, januar, jänner, يناير, كانون الثاني, کانوونی دووەم",
  "february, feb, februar, فبراير, شباط, شوبات",
  "march, mar, märz, mrz, مارس, آذار, ئازار",
  "april, apr, أبريل, إبريل, نيسان, نیسان",
  "may, mai, مايو, أيار, ئایار",
  "june, jun, juni, يونيو, حزيران, حوزەیران",
  "july, jul, juli, يوليو, تموز, تەمموز, تەمووز",
  "august, aug, أغسطس, آب, ئاب",
  "september, sep, sept, سبتمبر, أيلول, ئەیلوول",
  "october, oct, oktober, okt, أكتوبر, تشرين الأول, تشرینی یەکەم",
  "november, nov, نوفمبر, تشرين الثاني, تشرینی دووەم",
  "december, dec, dezember, dez, ديسمبر, كانون الأول, کانوونی یەکەم",
];

const units = {
  d: "day, days, tag, tage, tagen, يوم, أيام, 일, ڕۆژ, ڕۆژی",
  w: "week, weeks, woche, wochen, أسبوع, أسابيع, 주, 주일, هەفتە, هەفتەی",
  m: "month, months, monat, monate, monaten, شهر, أشهر, شهور, 개월, 달, مانگ, مانگی",
};
/** Arabic has dual forms. */
const pairs = { "+2d": "يومين", "+14d": "أسبوعين", "+2m": "شهرين" };

const before = "on, by, due, until, till, am, bis, bis zum, zum, في, يوم, حتى, بحلول, قبل, ڕۆژی, لە, لە ڕۆژی, تا";
const nextBefore = "next, nächsten, nächster, kommenden, kommender, 다음, 다음 주, 다음주";
const nextAfter = "القادم, القادمة, المقبل, المقبلة, داهاتوو, ئایندە, دادێ";
const inBefore = "in, بعد, خلال, دوای, لە";
const inAfter = "후, 뒤, 후에, 뒤에, دا, تر, دیکە";

/** Recomposes Korean syllables, which `foldText` decomposes. */
const plain = (text: string) => foldText(text).normalize("NFC");
const wordsIn = (list: string): string[] => list.split(", ").map(plain);
const entriesOf = (table: Record<string, string>) =>
  Object.entries(table).flatMap(([value, list]) => wordsIn(list).map((word) => [word, value] as const));
/** Longer words first, so that a word isn't read as the start of another. */
const anyOf = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length).join("|");

const relativeOf = new Map(entriesOf(relative));
const pairOf = new Map(entriesOf(pairs));
const unitOf = new Map(entriesOf(units));
const weekdayOf = new Map(weekdays.flatMap((list, at) => wordsIn(list).map((word) => [word, at] as const)));
const monthOf = new Map(months.flatMap((list, at) => wordsIn(list).map((word) => [word, at + 1] as const)));

const preposition = new RegExp(`^(?:${anyOf(wordsIn(before))}) `, "u");
// Korean particles and the Kurdish izafa are attached to the word.
const weekdayPattern = new RegExp(
  `^(?:(${anyOf(wordsIn(nextBefore))}) ?)?(${anyOf([...weekdayOf.keys()])})ي? ?(${anyOf(wordsIn(nextAfter))})?$`,
  "u",
);
const distance = new RegExp(
  `^(?:(${anyOf(wordsIn(inBefore))}) )?(\\d{1,3}) ?(${anyOf([...unitOf.keys()])}) ?(${anyOf(wordsIn(inAfter))})?$`,
  "u",
);
const pair = new RegExp(`^(?:${anyOf(wordsIn(inBefore))}) (${anyOf([...pairOf.keys()])})$`, "u");
const name = anyOf([...monthOf.keys()]);
const dayThenMonth = new RegExp(`^(\\d{1,2})(?:\\.|st|nd|rd|th|ي)? ?(?:of |من )?(${name})\\.?(?: (\\d{4}))?$`, "u");
const monthThenDay = new RegExp(`^(${name})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`, "u");
const korean = /^(?:(\d{4})년 ?)?(\d{1,2})월 ?(\d{1,2})일$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})$/;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/;
const slashed = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

/** Maximum number of words that a day in a title consists of. */
export const maxDayWords = 5;

/** Returns the day that these words of a title denote, or null if they don't denote a day. */
export function dayInTitle(words: string, notation: DayNotation): string | null {
  // The Korean particles "until" and "on" follow the word.
  const text = plain(words)
    .replace(preposition, "")
    .replace(/(?<=[가-힣])(?:까지|에)$/u, "");
  return relativeDay(text, notation) ?? namedDay(text, notation.today) ?? numericDay(text, notation);
}

function relativeDay(text: string, notation: DayNotation): string | null {
  const known = relativeOf.get(text);
  if (known !== undefined) return parseDay(known, notation);
  const two = pair.exec(text)?.[1];
  if (two !== undefined) return parseDay(pairOf.get(two) ?? "", notation);
  const [, before, count, unit = "", after] = distance.exec(text) ?? [];
  if (count !== undefined && (before ?? after)) return parseDay(`+${count}${unitOf.get(unit)}`, notation);
  const [, nextTo, weekday = "", nextOne] = weekdayPattern.exec(text) ?? [];
  const at = weekdayOf.get(weekday);
  if (at === undefined) return null;
  return parseDay(`${(nextTo ?? nextOne) ? "next " : ""}${englishWeekdays[at]}`, notation);
}

function namedDay(text: string, today: string): string | null {
  const [, firstDay, firstMonth, firstYear] = dayThenMonth.exec(text) ?? [];
  const [, month = firstMonth, day = firstDay, year = firstYear] = monthThenDay.exec(text) ?? [];
  const inKorean = korean.exec(text);
  if (inKorean) return dayOf(inKorean[1] ? Number(inKorean[1]) : null, Number(inKorean[2]), Number(inKorean[3]), today);
  const at = monthOf.get(month ?? "");
  return at === undefined ? null : dayOf(year ? Number(year) : null, at, Number(day), today);
}

function numericDay(text: string, notation: DayNotation): string | null {
  const german = dotted.exec(text);
  if (german) return dayOf(german[3] ? Number(german[3]) : null, Number(german[2]), Number(german[1]), notation.today);
  return iso.test(text) || slashed.test(text) ? parseDay(text, notation) : null;
}
