import { personNameOf } from "./person-name";
import { isShortenedNumber } from "./shortened-number";

test.each([
  ["Doe, Jane", "Jane Doe"],
  ["von der Heide ,  Anna-Lena", "Anna-Lena von der Heide"],
  ["Müller, Dr. Hans", "Dr. Hans Müller"],
  ["الخطيب، ليلى", "ليلى الخطيب"],
  ["김, 민준", "김민준"],
  ["山田、太郎", "山田太郎"],
  ["O’Neil, Ivy", "Ivy O’Neil"],
  ["Jane Doe", "Jane Doe"],
  ["Jane Doe, PhD", "Jane Doe, PhD"],
  ["Jane Doe, Ph.D.", "Jane Doe, Ph.D."],
  ["John Doe, Jr.", "John Doe, Jr."],
  ["Erika Muster, M.Sc.", "Erika Muster, M.Sc."],
  ["Doe, Jane, PhD", "Doe, Jane, PhD"],
  ["Doe,", "Doe,"],
])("the name %s is read as %s", (text, expected) => {
  expect(personNameOf(text)).toBe(expected);
});

test.each([
  ["4,91512E+11", true],
  ["4.91512E+11", true],
  ["5e3", true],
  ["1E-05", true],
  ["E-100", false],
  ["12E", false],
  ["P-100E+3", false],
  ["491512", false],
])("%s is a shortened number: %s", (text, expected) => {
  expect(isShortenedNumber(text)).toBe(expected);
});
