import { wordsOf } from "./fold";
import { highlightRanges } from "./highlight";

const marked = (text: string, query: string) =>
  highlightRanges(text, wordsOf(query)).map(([from, to]) => text.slice(from, to));

test.each([
  ["English", "Rate table service", "TABLE", ["table"]],
  ["German", "Straßenkarte für Größen", "strassen grosse", ["Straßen", "Größe"]],
  ["Arabic with another spelling", "ترتيب رُفوف التبريد أحمد", "رفوف احمد", ["رُفوف", "أحمد"]],
  ["Kurdish", "کتێبخانەی گشتی", "كتيب", ["کتێب"]],
  ["Korean", "신입 사원 안내문 번역", "안내", ["안내"]],
  ["Korean while a syllable is typed", "회의실 예약", "회ㅇ", ["회의"]],
  ["digits of another script", "المهمة ١٢٣", "123", ["١٢٣"]],
  ["a key", "WEB-117", "117", ["117"]],
])("marks what the search finds: %s", (_, text, query, expected) => {
  expect(marked(text, query)).toEqual(expected);
});

test("prefers word starts to other occurrences", () => {
  expect(highlightRanges("art of the start", ["art"])).toEqual([[0, 3]]);
  expect(highlightRanges("restart", ["art"])).toEqual([[4, 7]]);
});

test("merges words that overlap", () => {
  expect(highlightRanges("notebook", ["notebook", "note"])).toEqual([[0, 8]]);
});

test("marks nothing without words or occurrences", () => {
  expect(highlightRanges("notebook", [])).toEqual([]);
  expect(highlightRanges("notebook", ["pen"])).toEqual([]);
});
