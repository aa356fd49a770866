import type { Encoding } from "../../../shared/kernel/table-text";

/**
 * Detects the encoding of a text file. Statistical detectors need continuous text, but a list of names has few letters outside of ASCII.
 * Each candidate encoding is therefore tried, and the decoded letters are judged by their neighbors.
 */

export interface DecodedText {
  text: string;
  encoding: Encoding;
  /** Whether the user has to check the encoding, because other encodings are equally plausible or characters are damaged. */
  isDoubtful: boolean;
}

const sampleSize = 60_000;
const plausible = 0.7;

/** Decodes a file in the chosen encoding, or in the most plausible one. */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): DecodedText {
  if (chosen) return decoded(bytes, chosen, false);
  const marked = encodingByBom(bytes);
  if (marked) return decoded(bytes, marked, false);
  const wide = withoutMark(bytes);
  if (wide) return decoded(bytes, wide, false);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, encoding: "utf-8", isDoubtful: isDamaged(text) };
  } catch {
    return encodingByLetters(bytes);
  }
}

function decoded(bytes: Uint8Array, encoding: Encoding, isDoubtful: boolean): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, isDoubtful: isDoubtful || isDamaged(text) };
}

/** Matches replacement and control characters, which a wrong encoding or an earlier wrong conversion leaves. */
const damage = /\ufffd|(?![\t\n\r\f])\p{Cc}/u;
const isDamaged = (text: string) => damage.test(text) || isTwiceEncoded(text);

/** Whether UTF-8 was read as Windows-1252 and saved again: `Ã¼` for `ü`. */
const isTwiceEncoded = (text: string) => /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/.test(text);

function encodingByBom([a, b, c]: Uint8Array): Encoding | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return null;
}

/** Detects UTF-16 without a byte order mark: separators and line ends have a zero byte. */
function withoutMark(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, 2_000);
  let even = 0;
  let odd = 0;
  sample.forEach((byte, at) => {
    if (byte !== 0) return;
    if (at % 2 === 0) even++;
    else odd++;
  });
  if (odd > 0 && odd > even * 4) return "utf-16le";
  return even > 0 && even > odd * 4 ? "utf-16be" : null;
}

/** Candidate encodings, in order of preference among equally plausible ones. */
const candidates: readonly Encoding[] = [
  "euc-kr",
  "shift_jis",
  "gb18030",
  "big5",
  "windows-1252",
  "windows-1250",
  "windows-1254",
  "windows-1251",
  "windows-1256",
  "windows-1253",
  "windows-1255",
  "macintosh",
];

function encodingByLetters(bytes: Uint8Array): DecodedText {
  const sample = nonAsciiLines(bytes);
  const scores = candidates
    .map((encoding) => ({ encoding, score: scoreOf(sample, encoding) }))
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = scores as [(typeof scores)[number], (typeof scores)[number]];
  const isTie = second.score > best.score - 0.05 && textOf(sample, best.encoding) !== textOf(sample, second.encoding);
  return decoded(bytes, best.encoding, best.score < plausible || isTie);
}

function nonAsciiLines(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let size = 0;
  let from = 0;
  for (let at = 0; at <= bytes.length && size < sampleSize; at++) {
    if (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) continue;
    const line = bytes.subarray(from, Math.min(at + 1, from + sampleSize));
    from = at + 1;
    if (!line.some((byte) => byte > 127)) continue;
    lines.push(line);
    size += line.length;
  }
  return Buffer.concat(lines);
}

const textOf = (bytes: Uint8Array, encoding: Encoding) => new TextDecoder(encoding).decode(bytes);

function scoreOf(sample: Uint8Array, encoding: Encoding): number {
  const common = commonIn[encoding];
  const text = textOf(sample, encoding);
  return common ? scoreOfCharacters(text, sample, common) : scoreOfLetters(text);
}

/** Lead bytes of common characters in two-byte encodings; `trail` is the minimum second byte. */
const commonIn: Partial<Record<Encoding, { lead: readonly [number, number][]; trail: number }>> = {
  "euc-kr": { lead: [[0xb0, 0xc8]], trail: 0xa1 },
  shift_jis: {
    lead: [
      [0x82, 0x83],
      [0x88, 0x97],
    ],
    trail: 0x40,
  },
  gb18030: { lead: [[0xb0, 0xd7]], trail: 0xa1 },
  big5: { lead: [[0xa4, 0xc6]], trail: 0x40 },
};

function scoreOfCharacters(text: string, bytes: Uint8Array, { lead, trail }: NonNullable<(typeof commonIn)[Encoding]>) {
  if (text.includes("\ufffd")) return 0;
  let characters = 0;
  let common = 0;
  let hasHanja = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    characters++;
    // Half-width katakana are single bytes; they are skipped, since they occur only in very old files.
    if (trail === 0x40 && lead[0]?.[0] === 0x82 && byte >= 0xa1 && byte <= 0xdf) continue;
    if (byte > 0xc8) hasHanja = true;
    const second = bytes[++at] ?? 0;
    if (second >= trail && lead.some(([from, to]) => byte >= from && byte <= to)) common++;
    // Full-width punctuation and Latin letters count slightly less.
    else if ((byte >= 0xa1 && byte <= 0xa3) || byte === 0x81) common += 0.8;
  }
  // One character isn't enough to decide.
  if (characters < 2) return 0;
  // The bytes of Korean syllables are also common Chinese characters. Chinese text, however, contains bytes that would be hanja in Korean.
  const isKorean = !hasHanja && characters > 4 && lead[0]?.[1] === 0xd7;
  return (common / characters) * (isKorean ? 0.8 : 0.97);
}

type Script = "latin" | "cyrillic" | "greek" | "hebrew" | "arabic";
const scripts: readonly [Script, RegExp][] = [
  ["latin", /\p{Script=Latin}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["hebrew", /\p{Script=Hebrew}/u],
  ["arabic", /\p{Script=Arabic}/u],
];
const scriptOf = (letter: string): Script | null => scripts.find(([, letters]) => letters.test(letter))?.[0] ?? null;

/** Matches letters, digits, hyphens and all characters outside of ASCII. */
const words = /[-\w\P{ASCII}]+/gu;

/** Mean plausibility of the characters outside of ASCII, 0 to 1. */
function scoreOfLetters(text: string): number {
  let count = 0;
  let sum = 0;
  for (const [word] of text.matchAll(words)) {
    const letters = [...word];
    const wide = letters.filter((letter) => letter > "\x7f").length;
    letters.forEach((letter, at) => {
      if (letter <= "\x7f") return;
      count++;
      sum += plausibility(letter, letters[at - 1] ?? "", letters[at + 1] ?? "", wide / letters.length, letters.length);
    });
  }
  return count === 0 ? 0 : Math.max(0, sum / count);
}

const isLetter = (letter: string) => /\p{L}/u.test(letter);
const isVowel = (letter: string) => /[aeiouyäöüáéíóúàèìòùâêîôûãõåæøëïıěůűő]/i.test(letter);

function plausibility(letter: string, before: string, after: string, wide: number, length: number): number {
  if (damage.test(letter)) return -1;
  if (!isLetter(letter)) {
    const isInside = isLetter(before) && isLetter(after);
    if (/[’‘´\u00ad\u200c\u200d]/.test(letter)) return 0.8;
    return isInside || /[¹²³¼½¾¿¡¦¬¯¸¨ˇ˘˛˙˝‡†‰¤]/.test(letter) ? 0 : 0.6;
  }
  const script = scriptOf(letter);
  const isStrange = (other: string) => other !== "" && isLetter(other) && scriptOf(other) !== script;
  if (script === null || isStrange(before) || isStrange(after)) return 0;
  const lower = letter.toLowerCase();
  const isUpper = lower !== letter;
  if (isUpper && isLetter(before) && before.toUpperCase() !== before) return 0.05;
  if (script === "arabic") return length > 1 ? 0.97 : 0.3;
  if (script === "hebrew") return length > 1 ? 0.95 : 0.3;
  if (script === "greek") return length > 1 ? 0.93 : 0.3;
  if (script === "cyrillic") return (/[ђѓљњќћџўґ]/i.test(letter) ? 0.5 : 0.95) * (length > 1 ? 1 : 0.5);
  // Words that consist mostly of accented letters are usually another script in the wrong encoding.
  const density = length > 2 && wide > 0.6 ? 0.1 : 1;
  return latin(lower, before, after) * (isUpper ? 0.9 : 1) * density;
}

/** Plausibility of a Latin letter in a name by its neighbors: vowels rarely follow vowels, and consonants are next to vowels. */
function latin(letter: string, before: string, after: string): number {
  const afterVowel = isVowel(before);
  const beforeVowel = isVowel(after);
  if (/[äöüßéáíóúçžš]/.test(letter)) return 1;
  if (/[àâôåëïî]/.test(letter)) return 0.92;
  if (/[èêæø]/.test(letter)) return afterVowel ? 0.3 : 0.92;
  if (letter === "õ") return after === "e" ? 0.95 : 0.5;
  if (letter === "ã") return after === "o" || after === "e" ? 0.95 : 0.5;
  if (letter === "ñ") return beforeVowel ? 0.95 : 0.3;
  if (/[ìòùûÿ]/.test(letter)) return afterVowel ? 0.2 : 0.5;
  if (/[ąęłźżěůűőı]/.test(letter)) return letter === "ı" && !isLetter(after) ? 0.6 : 0.9;
  if (/[ćčńřďťňśđğş]/.test(letter)) return afterVowel || beforeVowel ? 0.9 : 0.3;
  if (letter === "ý") return isLetter(after) ? 0.5 : 0.85;
  if (/[ăţľĺŕ]/.test(letter)) return 0.6;
  return 0.4;
}
