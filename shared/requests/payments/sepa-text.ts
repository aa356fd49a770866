const latin = `
  Ä Ae  Ö Oe  Ü Ue  ä ae  ö oe  ü ue  ß ss  Æ Ae  æ ae  Œ Oe  œ oe  Ø O  ø o  Å Aa  å aa  Ł L  ł l  Đ D  đ d
  Ð D  ð d  Þ Th  þ th  ı i`;
const greek = `
  α a  β v  γ g  δ d  ε e  ζ z  η i  θ th  ι i  κ k  λ l  μ m  ν n  ξ x  ο o  π p  ρ r  σ s  ς s  τ t  υ y
  φ f  χ ch  ψ ps  ω o`;
const cyrillic = `
  а a  б b  в v  г g  д d  е e  ж zh  з z  и i  к k  л l  м m  н n  о o  п p  р r  с s  т t  у u  ф f  х kh
  ц ts  ч ch  ш sh  щ shch  ъ _  ы y  ь _  э e  ю yu  я ya  є ye  і i  ґ g  ђ dj  ј j  љ lj  њ nj  ћ c  џ dz`;
/** Arabic letters, including the additional letters of Kurdish and Persian. */
const arabic = `
  ا a  ب b  ت t  ث th  ج j  ح h  خ kh  د d  ذ dh  ر r  ز z  س s  ش sh  ص s  ض d  ط t  ظ z  ع a  غ gh  ف f
  ق q  ك k  ل l  م m  ن n  ه h  و w  ي y  ى a  ة a  ء _  پ p  چ ch  ژ zh  ڤ v  گ g  ک k  ڵ l  ێ e  ۆ o  ە e
  ھ h  ی i  ڕ r`;
const signs = `@ (at)  € EUR  £ GBP  $ USD  ¥ JPY  ⁄ /  & +  – -  — -  ’ '  ‘ '  “ '  ” '  „ '  " '  « '  » '  ; ,  _ -`;

/** Pairs of a letter and its spelling; an underscore is a letter without sound. */
function pairsOf(table: string): [string, string][] {
  const parts = table.trim().split(/\s+/);
  return parts.flatMap((part, at): [string, string][] =>
    at % 2 === 0 ? [[part, parts[at + 1] === "_" ? "" : (parts[at + 1] ?? "")]] : [],
  );
}

const letters = new Map([latin, greek, cyrillic, arabic, signs].flatMap(pairsOf));

const initial = ["g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h"];
const vowels = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
const final = "_ k k k n n n t l k m l l l p l m p p t t ng t t k t p h"
  .split(" ")
  .map((sound) => sound.replace("_", ""));

/** Romanizes a Hangul syllable, whose code point consists of its sounds. */
function romanize(syllable: string): string {
  const at = (syllable.codePointAt(0) ?? 0) - 0xac00;
  return `${initial[Math.floor(at / 588)]}${vowels[Math.floor((at % 588) / 28)]}${final[at % 28]}`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function transliterate(char: string): string {
  if (/[A-Za-z0-9/?:().,'+ -]/.test(char)) return char;
  const replacement = letters.get(char);
  if (replacement !== undefined) return replacement;
  const lower = letters.get(char.toLowerCase());
  if (lower !== undefined) return capitalize(lower);
  if (/[\uac00-\ud7a3]/.test(char)) return romanize(char);
  const digit = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹".indexOf(char);
  if (digit >= 0) return String(digit % 10);
  return "";
}

/** Transliterates a character and decomposes accented letters that the tables don't contain. */
const spell = (char: string): string => {
  const whole = transliterate(char);
  if (whole !== "" || letters.has(char)) return whole;
  if (/\s/.test(char)) return " ";
  // "1½" as "1 1/2"
  const gap = char.normalize("NFKD").includes("\u2044") ? " " : "";
  const parts = [...char.normalize("NFKD")]
    .filter((part) => part !== char)
    .map(transliterate)
    .join("");
  return parts === "" && /[\p{S}\p{P}]/u.test(char) ? " " : gap + parts;
};

/** Whether the text has letters or digits that `toSepaText` would leave out, such as those of Chinese. */
export const losesLetters = (text: string): boolean =>
  [...text.normalize("NFC")].some(
    (char) =>
      /[\p{L}\p{N}]/u.test(char) &&
      !/\p{Lm}/u.test(char) &&
      !letters.has(char) &&
      !letters.has(char.toLowerCase()) &&
      spell(char).trim() === "",
  );

/**
 * Text in the character set that all banks of the SEPA area accept, at most `max` characters long. Slashes at either end and double
 * slashes are reserved for banks.
 */
export function toSepaText(text: string, max: number): string {
  const spelled = [...text.normalize("NFC")].map(spell).join("");
  const cut = spelled
    .replace(/\s+/g, " ")
    .replace(/\/{2,}/g, "/")
    .trim()
    .slice(0, max);
  return cut.replace(/^[/ ]+|[/ ]+$/g, "");
}
