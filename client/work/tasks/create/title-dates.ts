import { addDays } from "../../../../shared/kernel/days";
import { foldText } from "../../../../shared/kernel/text/fold";
import { type DayNotation, dayOf, parseDay, startOfNextWeek } from "../../../ui/fields/parse-day";
import {
  announcements,
  beforeTopics,
  dueMarkers,
  genitiveNouns,
  isStopWord,
  labels,
  latestAfter,
  onMarkers,
  planVerbs,
  questions,
  rangeStarts,
  recurring,
  retrospective,
  statements,
  topicWords,
  untilMarkers,
} from "./title-dates.words";

/**
 * Days within a title, in all languages of the product. `parseDay` reads fields that contain only a day; a title mentions many days that
 * aren't the day it is due ("since Monday", "minutes of last Friday"). A missed day can be set with a click, while a wrong day and a title
 * without its words remain unnoticed. So a day counts only at a position where users write due days, and every doubt leaves it in the title.
 */
const relative = {
  today: "today, tonight, heute, اليوم, 오늘, ئەمڕۆ, ئەمرۆ",
  tomorrow: "tomorrow, morgen, غدا, غدًا, يوم غد, 내일, سبەی, سبەینێ, بەیانی",
  "+2d": "day after tomorrow, the day after tomorrow, übermorgen, بعد غد, بعد غدا, 모레, دووسبەی",
  nextWeek:
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

/** Abbreviations are read only next to a date ("Fri, 11 Dec") or, if they aren't other words, after "by" or at the end. */
const shortWeekdays = ["sun, so", "mon, mo", "tue, tues, di", "wed, mi", "thu, thurs, thur, do", "fri, fr", "sat, sa"];
const clearShortWeekdays = new Set(["mon", "tue", "wed", "thu", "fri"]);

const dayParts =
  "morning, afternoon, evening, night, noon, früh, vormittag, mittag, nachmittag, abend, nacht, morgen, صباحا, صباح, مساء, مساءا, ظهرا, ليلا, بعد الظهر, 아침, 오전, 점심, 오후, 저녁, 밤, بەیانی, نیوەڕۆ, ئێوارە, ئێوارەی, شەو, پاشنیوەڕۆ";
/** "Morning" as well as "tomorrow". */
const morningWords = new Set(["morgen", "بەیانی"].map(foldText));

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

const nextBefore = "next, coming, nächsten, nächster, kommenden, kommender, 다음, 다음 주, 다음주";
const nextAfter = "القادم, القادمة, المقبل, المقبلة, داهاتوو, ئایندە, دادێ";
const thisBefore = "this, diesen, dieser, هذه, هذا, 이번, 이번 주, 이번주, ئەم";
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
const indexed = (lists: readonly string[]) =>
  new Map(lists.flatMap((list, at) => wordsIn(list).map((word) => [word, at] as const)));
const weekdayOf = indexed(weekdays);
const shortWeekdayOf = indexed(shortWeekdays);
const monthOf = indexed(months);
const dayPartSet = new Set(wordsIn(dayParts));

// The Kurdish izafa is attached to the word.
const weekdayPattern = new RegExp(
  `^(?:(${anyOf(wordsIn(nextBefore))})|(${anyOf(wordsIn(thisBefore))}))? ?(${anyOf([...weekdayOf.keys()])})ي? ?(${anyOf(wordsIn(nextAfter))})?$`,
  "u",
);
const distance = new RegExp(
  `^(?:(${anyOf(wordsIn(inBefore))}) )?(\\d{1,3}) ?(${anyOf([...unitOf.keys()])}) ?(${anyOf(wordsIn(inAfter))})?$`,
  "u",
);
const pair = new RegExp(`^(?:${anyOf(wordsIn(inBefore))}) (${anyOf([...pairOf.keys()])})$`, "u");
const name = anyOf([...monthOf.keys()]);
const dayThenMonth = new RegExp(`^(\\d{1,2})(?:\\.|st|nd|rd|th|ي)? ?(?:of |من )?(${name})\\.?(?:,? (\\d{4}))?$`, "u");
const monthThenDay = new RegExp(`^(${name})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`, "u");
const korean = /^(?:(\d{4})년 ?)?(\d{1,2})월 ?(\d{1,2})일(?: ?\(([일월화수목금토])(?:요일)?\))?$/u;
const iso = /^(\d{4})-(\d{2})-(\d{2})$/;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/;
const slashed = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

/** One expression for a day or a part of one. Neighbouring atoms denote one day: "Friday, December 11", "Friday next week". */
type Atom =
  | { kind: "today" | "distance"; day: string }
  | { kind: "date"; day: string | null; notation: "named" | "full" | "dotted"; isYearless?: boolean }
  | { kind: "nextWeek" }
  | { kind: "weekday"; at: number; week: "coming" | "next" | "this"; isShort: boolean }
  | { kind: "part" };

const weekdayIn = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
/** Days without a year are at most this many days ahead. Later ones have just passed and are spoken of. */
const maxDaysAhead = 275;
/** Without "by", the day of the past year may be meant if it is as near. */
const maxBareDaysAhead = 183;

function yearlessDay(month: number, day: number, today: string): string | null {
  const found = dayOf(null, month, day, { today, max: null });
  return found !== null && found <= addDays(today, maxDaysAhead) ? found : null;
}
const dayIn = (year: string | undefined, month: number, day: string | undefined, today: string) =>
  year ? dayOf(Number(year), month, Number(day), { today, max: null }) : yearlessDay(month, Number(day), today);

function atomsOf(text: string, notation: DayNotation): readonly Atom[] | null {
  const { today } = notation;
  const relation = relativeOf.get(text);
  if (relation === "nextWeek") return [{ kind: "nextWeek" }];
  if (relation !== undefined) return [{ kind: "today", day: parseDay(relation, notation) ?? today }];
  if (dayPartSet.has(text)) return [{ kind: "part" }];
  const two = pair.exec(text)?.[1];
  if (two !== undefined) return [{ kind: "distance", day: parseDay(pairOf.get(two) ?? "", notation) ?? today }];
  const [, before, count, unit = "", after] = distance.exec(text) ?? [];
  if (count !== undefined && (before ?? after) !== undefined)
    return [{ kind: "distance", day: parseDay(`+${count}${unitOf.get(unit)}`, notation) ?? today }];
  const [, nextFirst, thisOne, weekday = "", nextLast] = weekdayPattern.exec(text) ?? [];
  const at = weekdayOf.get(weekday);
  if (at !== undefined) {
    const week = (nextFirst ?? nextLast) ? "next" : thisOne ? "this" : "coming";
    return [{ kind: "weekday", at, week, isShort: false }];
  }
  const short = shortWeekdayOf.get(text.replace(/\.$/u, ""));
  if (short !== undefined) return [{ kind: "weekday", at: short, week: "coming", isShort: true }];
  return dateOf(text, notation);
}

function dateOf(text: string, notation: DayNotation): readonly Atom[] | null {
  const { today } = notation;
  const inKorean = korean.exec(text);
  if (inKorean) {
    const [, year, month, day, weekday] = inKorean;
    const found: Atom = {
      kind: "date",
      day: dayIn(year, Number(month), day, today),
      notation: "named",
      isYearless: !year,
    };
    if (weekday === undefined) return [found];
    return [found, { kind: "weekday", at: "일월화수목금토".indexOf(weekday), week: "coming", isShort: true }];
  }
  const [, firstDay, firstMonth, firstYear] = dayThenMonth.exec(text) ?? [];
  const [, month = firstMonth, day = firstDay, year = firstYear] = monthThenDay.exec(text) ?? [];
  const at = monthOf.get(month ?? "");
  if (at !== undefined)
    return [{ kind: "date", day: dayIn(year, at + 1, day, today), notation: "named", isYearless: !year }];
  const german = dotted.exec(text);
  if (german)
    return [
      {
        kind: "date",
        day: dayIn(german[3], Number(german[2]), german[1], today),
        notation: german[3] ? "full" : "dotted",
      },
    ];
  if (!iso.test(text) && !slashed.test(text)) return null;
  return [{ kind: "date", day: parseDay(text, notation), notation: "full" }];
}

/** Returns the one day that neighbouring atoms denote, or null if they contradict each other or the day is over. */
function dayOfAtoms(atoms: readonly Atom[], notation: DayNotation): string | null {
  const { today, week } = notation;
  const exact = new Set(atoms.flatMap((atom) => ("day" in atom ? [atom.day] : [])));
  const weekdayAtoms = atoms.filter((atom) => atom.kind === "weekday");
  const places = new Set(weekdayAtoms.map(({ at }) => at));
  if (exact.size > 1 || places.size > 1) return null;
  const [at] = places;
  const isNextWeek = atoms.some(({ kind }) => kind === "nextWeek");
  let day = [...exact][0] ?? null;
  if (exact.size > 0) {
    if (day !== null && at !== undefined && weekdayIn(day) !== at) return null;
    if (isNextWeek) return null;
  } else if (at === undefined) day = isNextWeek ? startOfNextWeek(today, week) : null;
  else {
    const thisWeek = addDays(today, -((weekdayIn(today) - week.first + 7) % 7));
    const inWeek = addDays(thisWeek, (at - week.first + 7) % 7);
    const coming = inWeek > today ? inWeek : addDays(inWeek, 7);
    if (isNextWeek || weekdayAtoms.some((one) => one.week === "next")) day = addDays(inWeek, 7);
    else day = weekdayAtoms.some((one) => one.week === "this") ? inWeek : coming;
  }
  return day !== null && day >= today ? day : null;
}

/** A word of a title with its position. Words of other recognized parts are `isPart`. */
export interface TitleWord {
  text: string;
  start: number;
  end: number;
  isPart: boolean;
}

interface Word extends TitleWord {
  folded: string;
  /** Punctuation after the word. */
  stop: string;
}

function readWord(word: TitleWord): Word {
  const ending = word.text.includes("(") ? /[.,;:?!"'»”،؛؟]+$/u : /[.,;:?!)"'»”،؛؟]+$/u;
  const stop = ending.exec(word.text)?.[0] ?? "";
  return { ...word, stop, folded: plain(word.text.slice(0, word.text.length - stop.length)) };
}

const maxAtomWords = 4;
const connectors = new Set(wordsIn("the, of, den, dem, der, in der, من, في, لە"));
const koreanParticle = /(?<=[가-힣)])(까지|에)$/u;

const isTimeStart = (word: Word | undefined) =>
  /^(?:\d{1,2}(?::|시|h|$)|at$|um$|gegen$|الساع)/u.test(word?.folded ?? "");

interface Phrase {
  atoms: readonly Atom[];
  /** First and last word. */
  from: number;
  to: number;
  /** Position in the title after the phrase. */
  end: number;
  /** Punctuation after the phrase. */
  stop: string;
  particle: "까지" | "에" | null;
}

/** Returns the longest atom at a word. */
function atomAt(words: readonly Word[], at: number, notation: DayNotation): Phrase | null {
  if (/^["'«“„‘([]/u.test(words[at]?.text ?? "")) return null;
  for (let count = Math.min(maxAtomWords, words.length - at); count > 0; count--) {
    const run = words.slice(at, at + count);
    const last = run.at(-1) as Word;
    if (run.some(({ isPart }) => isPart)) continue;
    if (run.slice(0, -1).some(({ stop }) => !["", ".", ","].includes(stop))) continue;
    const start = run
      .slice(0, -1)
      .map(({ folded, stop }) => `${folded}${stop} `)
      .join("");
    const endings = last.stop.startsWith(".") ? [".", ""] : [""];
    for (const dot of endings) {
      const phrase = `${start}${last.folded}${dot}`;
      for (const text of new Set([phrase, phrase.replace(koreanParticle, "")])) {
        const isMorning = text === plain("morgen") && last.text.startsWith("M") && at > 0;
        const atoms: readonly Atom[] | null = isMorning ? [{ kind: "part" }] : atomsOf(text, notation);
        if (!atoms) continue;
        const stop = last.stop.slice(dot.length);
        const particle = text === phrase ? null : (koreanParticle.exec(phrase)?.[1] as Phrase["particle"]);
        return { atoms, from: at, to: at + count - 1, end: last.end - stop.length, stop, particle };
      }
    }
  }
  return null;
}

/** Returns the neighbouring atoms at a word as one phrase. */
function phraseAt(words: readonly Word[], at: number, notation: DayNotation): Phrase | null {
  let phrase = atomAt(words, at, notation);
  if (!phrase) return null;
  let isMorning = morningWords.has(words[at]?.folded ?? "");
  while (phrase.particle === null && ["", ",", "،"].includes(phrase.stop)) {
    const after: number = phrase.to + 1;
    const skipped = connectors.has(words[after]?.folded ?? "") && words[after]?.stop === "" ? 1 : 0;
    const next = atomAt(words, after + skipped, notation);
    if (!next) break;
    // "Evening at 7" is a time, which remains in the title with its words.
    if (next.atoms.every(({ kind }) => kind === "part") && isTimeStart(words[next.to + 1])) break;
    const isNextMorning = morningWords.has(words[next.from]?.folded ?? "") && next.from === next.to;
    const isPart = (atoms: readonly Atom[]) => atoms.every(({ kind }) => kind === "part");
    // "Montag Morgen" is Monday, "morgen früh" is tomorrow.
    const own: readonly Atom[] = isMorning && !isPart(next.atoms) ? [{ kind: "part" }] : phrase.atoms;
    const added: readonly Atom[] = isNextMorning ? [{ kind: "part" }] : next.atoms;
    if (isPart(phrase.atoms) && isPart(added)) break;
    isMorning = false;
    phrase = { ...next, atoms: [...own, ...added], from: at };
  }
  return phrase.atoms.every(({ kind }) => kind === "part") ? null : phrase;
}

type Marker = "due" | "until" | "on" | null;
const markers = [
  ...dueMarkers.map((words) => ({ words, kind: "due" as const })),
  ...untilMarkers.map((words) => ({ words, kind: "until" as const })),
  ...onMarkers.map((words) => ({ words, kind: "on" as const })),
]
  .map(({ words, kind }) => ({ words: words.split(" ").map(plain), kind }))
  .toSorted((a, b) => b.words.length - a.words.length);

/** Returns the preposition before a word and where it begins. */
function markerBefore(words: readonly Word[], at: number): { kind: Marker; from: number } {
  for (const { words: marker, kind } of markers) {
    const from = at - marker.length;
    const run = words.slice(Math.max(0, from), at);
    const isHere = from >= 0 && marker.every((word, index) => run[index]?.folded === word);
    if (isHere && run.every(({ stop, isPart }) => stop === "" && !isPart)) return { kind, from };
  }
  return { kind: null, from: at };
}

const timePattern =
  /^(?:(?:at|um|gegen|@|الساعة|الساعه|كاتژمير|سه عات|سهعات) )?\d{1,2}(?:[:.]\d\d| ?(?:am|pm|uhr|h|시))(?: ?(?:am|pm|uhr|\d\d분))?$|^(?:at|um|gegen|الساعه|كاتژمير) \d{1,2}$/u;

const latestPhrases = latestAfter.map((text) => text.split(" ").map(plain));

/** Returns the last word of "at the latest" after a day, or else of the day itself. */
function latestAt(words: readonly Word[], { to, stop }: Phrase): number {
  const found = latestPhrases.find((phrase) => phrase.every((word, at) => words[to + 1 + at]?.folded === word));
  return found && ["", ",", "،"].includes(stop) ? to + found.length : to;
}

interface DueDay {
  value: string;
  start: number;
  end: number;
}

/** Returns the days of a title that are meant as its due day. */
export function dueDaysIn(titleWords: readonly TitleWord[], notation: DayNotation): DueDay[] {
  const words = titleWords.map(readWord);
  const found: DueDay[] = [];
  let previousEnd = -2;
  for (let at = 0; at < words.length; at++) {
    const phrase = phraseAt(words, at, notation);
    if (!phrase) continue;
    const { kind, from } = markerBefore(words, at);
    const latest = latestAt(words, phrase);
    const marker =
      latest > phrase.to ? "due" : phrase.particle === "까지" ? "until" : phrase.particle === "에" ? "on" : kind;
    const value = dayOfAtoms(phrase.atoms, notation);
    const isListed = previousEnd === from - 1;
    previousEnd = phrase.to;
    at = latest;
    const last = words[latest] as Word;
    const end = latest > phrase.to ? last.end - last.stop.length : phrase.end;
    if (value === null || isListed) continue;
    const isFar =
      phrase.atoms.some((atom) => atom.kind === "date" && atom.isYearless) &&
      value > addDays(notation.today, maxBareDaysAhead);
    if (
      (isFar && (marker === null || marker === "on")) ||
      !isDueHere(words, { ...phrase, to: latest, marker, first: from })
    )
      continue;
    found.push({ value, start: (words[from] as Word).start, end });
  }
  return found;
}

interface Place extends Phrase {
  marker: Marker;
  /** First word, including the preposition. */
  first: number;
}

function isDueHere(words: readonly Word[], place: Place): boolean {
  const { marker, first, to, stop, atoms } = place;
  const before = words.slice(0, first);
  const after = words.slice(to + 1);
  const others = [...before, ...after].filter(({ isPart }) => !isPart);
  const previous = before.at(-1);
  const next = after[0];
  if (others.length === 0 || /[?؟:)"'»”]/u.test(stop + (after.at(-1)?.stop.match(/[?؟]/u)?.[0] ?? ""))) return false;
  if (isRange(words, place) || others.some(({ folded }) => recurring.has(folded))) return false;
  if (previous && !previous.isPart) {
    if (!/[\p{L}\p{N}]/u.test(previous.text) || /[:(]/u.test(previous.stop)) return false;
    if (marker === null || marker === "on" ? isStopWord(previous.folded) : beforeTopics.has(previous.folded))
      return false;
    // The Korean topic particle begins a statement: "회의는 금요일".
    if (/[가-힣][은는]$/u.test(previous.folded)) return false;
    const hasFigure = atoms.some((atom) => atom.kind === "date");
    if (hasFigure && labels.has(previous.folded)) return false;
  }
  const startsSentence = !before.some(({ isPart }) => !isPart);
  const endsSentence = isOver(after);
  // "Show tasks due today" and "Remind people with invoices due Friday" are about other days.
  const isAttribute = (words[first]?.folded ?? "").startsWith("due") && /[^s]s$|^filter$/u.test(previous?.folded ?? "");
  if (isAttribute && first < place.from) return false;
  const isState = others.some(({ folded }) => announcements.has(folded));
  if (marker === "due") return !(next && isStopWord(next.folded) && startsSentence && stop === "");
  if (isState) return false;
  if (marker === "until") return startsSentence || endsSentence || isGermanInfinitive(after) || place.particle !== null;
  if (isTopic(words, place, others)) return false;
  if (others.some((word) => isSpokenOf(word, previous)) || questions.has(others[0]?.folded ?? "")) return false;
  if (marker === "on")
    return endsSentence ? !isGenitive(words, place) : isGermanInfinitive(after) && isGerman(words, place);
  return isBareDayDue(words, place, { startsSentence, endsSentence, others });
}

/** Bare days, without a preposition, count at the end of a title, and at its start if the words are clear. */
function isBareDayDue(
  words: readonly Word[],
  place: Place,
  { startsSentence, endsSentence, others }: { startsSentence: boolean; endsSentence: boolean; others: readonly Word[] },
): boolean {
  const { atoms, first, to, stop } = place;
  const [atom] = atoms;
  const word = words[first] as Word;
  const isSingle = atoms.length === 1;
  if (isSingle && atom?.kind === "date" && atom.notation === "dotted") return false;
  if (isSingle && atom?.kind === "weekday" && atom.isShort)
    return endsSentence && clearShortWeekdays.has(word.text.replace(/[.!]+$/u, ""));
  if (!startsSentence && /^(?:Today|Tomorrow|Tonight)/u.test(word.text)) return false;
  if (isSingle && atom?.kind === "nextWeek" && others.length === 1 && planVerbs.has(others[0]?.folded ?? ""))
    return false;
  if (startsSentence) {
    const next = words[to + 1];
    if (stop !== "" || !next || !/^[\p{L}\p{N}]/u.test(next.text) || isStopWord(next.folded)) return false;
    if (others.some(({ folded }) => statements.has(folded))) return false;
    const isKorean = /[가-힣]/u.test(word.text);
    if (!isSingle) return true;
    if (atom?.kind === "weekday") return isKorean && atom.week === "next";
    if (atom?.kind === "nextWeek") return false;
    // "اليوم الوطني" is the National Day, and "بەیانی باش" is a greeting.
    if (word.folded === plain("بەیانی") || (word.folded === plain("اليوم") && next.folded.startsWith("ال")))
      return false;
    return atom?.kind === "today" || isKorean;
  }
  if (endsSentence) return !isGenitive(words, place);
  return atom?.kind === "today" && isGerman(words, place) && isGermanInfinitive(words.slice(to + 1));
}

/** A day that begins or ends a range: "from Monday to Friday", "3 or 4 December". */
function isRange(words: readonly Word[], { first, to }: Place): boolean {
  const next = words[to + 1];
  if (next && !next.isPart && rangeWords.has(next.folded || next.text)) return true;
  return (
    words.some(({ folded }, at) => {
      if (at >= first || !rangeStarts.has(folded)) return false;
      const following = words[at + 1]?.folded ?? "";
      return at + 1 < first && (/^\d/u.test(following) || isDayWord(following));
    }) || words.slice(0, first).some(({ folded }) => /(?:일|월|주|년|늘|부)부터$/u.test(folded))
  );
}
const rangeWords = new Set([
  ..."to, through, thru, until, till, and, or, bis, und, oder, إلى, الى, حتى, او, أو, و, تا, بۆ, یان, 또는, 이나"
    .split(", ")
    .map(plain),
  "-",
  "–",
  "—",
  "~",
  "/",
  "&",
  "+",
]);
const isDayWord = (folded: string) => weekdayOf.has(folded) || relativeOf.has(folded) || monthOf.has(folded);

/** An event or document with a day of its own, such as "Slides of the talk on Monday". Today and tomorrow are rather due days. */
function isTopic(words: readonly Word[], { atoms, marker, first }: Place, others: readonly Word[]): boolean {
  if (marker === "on" && words.slice(0, first).some(({ folded }) => folded === "of" || folded === "on")) return true;
  const [head, last] = [others[0], others.at(-1)];
  if (atoms[0]?.kind === "today" && !isGermanInfinitive(words.slice(-1))) return false;
  return topicWords.has(head?.folded ?? "") || topicWords.has(last?.folded ?? "");
}

/** Past participles before a day and words such as "last" show that the title is about something that happened. */
function isSpokenOf({ folded }: Word, previous: Word | undefined): boolean {
  if (retrospective.has(folded) || statements.has(folded)) return true;
  return folded === previous?.folded && /[a-z]{2}ed$/u.test(folded) && !/(?:eed|embed|shed|sled|bed)$/u.test(folded);
}

/** In Arabic and Kurdish, a day after a noun is its genitive: "تقرير اليوم" is today's report, "نوێژی هەینی" is Friday's prayer. */
function isGenitive(words: readonly Word[], { first, from, marker }: Place): boolean {
  const previous = words[first - 1];
  const word = words[from] as Word;
  if (!previous || previous.isPart || previous.stop !== "" || !/\p{Script=Arabic}/u.test(word.text)) return false;
  const preposition = first < from ? words[first]?.folded : undefined;
  if (preposition === plain("لە") || preposition === plain("في")) return false;
  if (previous.text.endsWith("ی")) return true;
  const isArabic = word.folded.startsWith("ال");
  if (!isArabic) return false;
  if (marker === "on" && /^[بل]/u.test(previous.folded)) return genitiveNouns.has(previous.folded);
  return /\p{Script=Arabic}/u.test(previous.text) && !/^(?:[وبلفك]?ال|لل)/u.test(previous.folded);
}

/** True if only other parts and a time of day follow. */
function isOver(after: readonly Word[]): boolean {
  const rest = after.filter(({ isPart }) => !isPart);
  return rest.length === 0 || timePattern.test(rest.map(({ folded }) => folded).join(" "));
}

const isGerman = (words: readonly Word[], { first, from }: Place) =>
  /^(?:heute|morgen|übermorgen|am|[A-Z]?[a-zäöü]*tag)$/u.test(words[first === from ? from : first]?.text ?? "");

/** German titles end with an infinitive: "Bericht bis Freitag abschicken". */
function isGermanInfinitive(after: readonly Word[]): boolean {
  const rest = after.filter(({ isPart }) => !isPart);
  const last = rest.at(-1);
  return last !== undefined && rest.length <= 3 && /^[a-zäöüß]{2,}n$/u.test(last.text.replace(/[.!]$/u, ""));
}

/** Returns the day that these words denote, or null if they aren't one day. */
export function dayInTitle(text: string, notation: DayNotation): string | null {
  const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) =>
    readWord({ text: word, start: index, end: index + word.length, isPart: false }),
  );
  for (const at of words.keys()) {
    const phrase = phraseAt(words, at, notation);
    if (phrase) {
      const isWhole = markerBefore(words, at).from === 0 && phrase.to === words.length - 1;
      const isShort = phrase.atoms.every((atom) => atom.kind === "weekday" && atom.isShort);
      return isWhole && !isShort ? dayOfAtoms(phrase.atoms, notation) : null;
    }
  }
  return null;
}
