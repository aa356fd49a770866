import { create as openFont } from "fontkit";
import { pdfText } from "../../../tests/support/pdf-text";
import { missingGlyphs, PdfDocument } from "./pdf";
import type { FontWeight } from "./pdf-fonts";
import { type TextRun, textRunsOf, replaceMissingGlyphs } from "./pdf-text";

const names = {
  polish: "Łódź, Zieliński, Świątek, Żółć",
  croatian: "Ilić Đorđević Šarčević Ž",
  czech: "Jiří Dvořák, Tučková, Čeněk, ď ť ů",
  hungarian: "Erdős Győző, Szűcs",
  romanian: "Ștefan Țurcanu, Ăvădanei, Ş Ţ",
  baltic: "Jānis Bērziņš, Ģirts Ķēniņš, Žemaitė Jūratė Ąžuolas",
  turkish: "Çağlar Işık Öztürk İğdır ŞAHİN",
  kurdish: "Rêzan Şêrko Xoşnaw Çîçek Cûdî",
  nordic: "Søren Åkesson, Þórður Ævarsson Ðóra, Čálliid Ŋ",
  maltese: "Ġorġ Ħamrun Żejtun ċ",
  vietnamese: "Nguyễn Thị Phương, Đặng Ngọc Ẩn",
  azerbaijani: "Əliyev Ə ə",
  yoruba: "Ọlọ́runfẹ́mi Ṣadé ẹ̀kọ́",
  pinyin: "Lǚ Xiǎomíng ǖǘǚǜ",
  hawaiian: "Kaʻiulani Kāne",
  transliterated: "ʿAbd al-Ḥamīd Ṭāhā, Kṛṣṇa, ḫ x̱ m̄",
  welsh: "Siân Ŵyn Ŷ",
  greek: "Γιώργος Παπαδόπουλος, Ἀθῆναι ᾠδή",
  russian: "Фёдор Щербаков, Эйзенштейн",
  ukrainian: "Ґалаґан Їжакевич Євген",
  serbian: "Ђорђе Љубичић Џанић Ќ Ѓ",
  kazakh: "Әлия Қасымова Ғалым Өмір Үкі Ұлы Һ Ң",
  hebrew: "יוסף בן־דוד, שָׁלוֹם",
  georgian: "გიორგი მაისურაძე ᲒᲘᲝᲠᲒᲘ",
  armenian: "Արամ Հակոբյան և Մկրտիչ",
  arabic: "أحمد الكردي، مُحَمَّد",
  sorani: "ڕێبوار کامەران ڤیان گوڵ ۆ",
  persian: "علی می‌خواهد پژمان چ",
  urdu: "ڈاکٹر ٹھیک ےہ",
  devanagari: "प्रिया शर्मा क्षत्रिय ज्ञान श्रीमती",
  bengali: "রবীন্দ্রনাথ ঠাকুর",
  gujarati: "નરેન્દ્ર પટેલ",
  gurmukhi: "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
  tamil: "சுந்தர் கிருஷ்ணன்",
  telugu: "వెంకటేశ్వర రావు",
  kannada: "ಕೃಷ್ಣಮೂರ್ತಿ",
  malayalam: "കൃഷ്ണൻ നായർ",
  sinhala: "ශ්‍රී ලංකා",
  thai: "สมชาย ศรีสุวรรณ น้ำผึ้ง ฤทธิ์",
  lao: "ສົມພອນ ວົງສາ",
  khmer: "សុខា ព្រះសីហនុ",
  myanmar: "အောင်ဆန်းစုကြည်",
  amharic: "አበበ በቂላ",
  simplified: "王小明 张伟 刘洋 龘 囧",
  traditional: "陳怡君 張惠妹 龍龜 臺灣",
  japanese: "田中さくら タナカ 髙橋 﨑山 𠮷野 ｶﾅ 々",
  korean: "김민수 이서연 뷁 ㄱㅏ",
  currencies: "€ £ ¥ ₺ ₹ ₽ ₩ ₪ ₴ ₸ ฿ ₫ ₿",
  signs: "→ ← ✓ ✔ ★ • … – — „“ ‚‘ «» ‹› № § © ® ™ ½ ² ≤ ≥ ≠ ≈ ∞ √ × ÷ ± ° ‰ † ‑ ■ ● ☎ ① ㈱",
  emoji: "🚀 🎉 👍 😀 ❤️ 🙂 🔥 👩‍💻 👍🏽 🇩🇪 🏳️‍🌈",
  ligatures: "ﬁne ﬂow ﷲ",
  decomposed: "Łódź Müller Ilić 김".normalize("NFD"),
} as const;

interface Shaper {
  layout(text: string, features?: Record<string, boolean>): { glyphs: { id: number }[] };
}
const opened = new Map<string, Shaper>();

function glyphsOf({ text, font }: TextRun): number[] {
  const shaper = opened.get(font.name) ?? (openFont(font.bytes()) as Shaper);
  opened.set(font.name, shaper);
  return shaper.layout(text, font.featuresFor(text) ?? {}).glyphs.map(({ id }) => id);
}

/** Returns each letter once: a shaped syllable may contain a letter twice, in drawing order. */
const letters = (text: string) =>
  [...new Set(text.normalize("NFKC").replace(/[\s\p{C}\p{M}\p{Emoji_Modifier}]/gu, ""))].sort().join("");

test.each(
  Object.entries(names).flatMap(([script, name]) =>
    ([400, 600] as const).map((weight) => [script, weight, name] as const),
  ),
)("draws a glyph for every character of %s names at weight %d", (_script, weight, name) => {
  const missing: number[] = [];
  const text = replaceMissingGlyphs(name, (codePoint) => missing.push(codePoint));
  expect(missing).toEqual([]);
  for (const direction of ["ltr", "rtl"] as const) {
    for (const piece of textRunsOf(text, direction, weight)) expect(glyphsOf(piece)).not.toContain(0);
  }
});

test.each([400, 600] as const)(
  "text copied from the PDF equals the original at weight %d",
  async (weight: FontWeight) => {
    const pdf = new PdfDocument("en", "Names");
    for (const name of Object.values(names)) pdf.row([{ text: name, part: [0, 1], style: { weight } }]);
    const read = pdfText(await pdf.finish(() => "")).join("");
    expect(letters(read)).toBe(letters(Object.values(names).join("")));
  },
);

test("draws a replacement for missing glyphs and warns with their code points", async () => {
  const warned = jest.spyOn(process, "emitWarning").mockImplementation(() => {});
  const pdf = new PdfDocument("en", "Names");
  pdf.paragraph("Name \u{12000} and \ue000");
  const [read] = pdfText(await pdf.finish(() => ""));
  expect(read).toContain("Name \ufffd and \ufffd");
  expect(warned.mock.calls).toEqual([[expect.stringContaining("U+12000, U+E000"), missingGlyphs]]);
  warned.mockRestore();
});

test("opens no East Asian fonts for other text", () => {
  const opened = textRunsOf(replaceMissingGlyphs("Łódź Ελλάδα שלום"), "ltr", 400).map(({ font }) => font.name);
  expect(opened.join()).not.toMatch(/NotoSansHans|NotoSansJP/);
});
