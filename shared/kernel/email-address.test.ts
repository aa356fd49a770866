import { canonicalEmail, isEmail } from "./email-address";

test.each([
  ["Anna@Acme.Test", "anna@acme.test"],
  ["a@Müller-Bücher.example", "a@xn--mller-bcher-thbg.example"],
  ["a@mu\u0308ller-bu\u0308cher.example", "a@xn--mller-bcher-thbg.example"],
  ["a@xn--mller-bcher-thbg.example", "a@xn--mller-bcher-thbg.example"],
  ["a@ａｃｍｅ.test", "a@acme.test"],
  ["김@한국.kr", "김@xn--3e0b707e.kr"],
  ["a@مثال.إختبار", "a@xn--mgbh0fb.xn--kgbechtv"],
])("the canonical form of %s is %s", (typed, canonical) => {
  expect(canonicalEmail(typed)).toBe(canonical);
  expect(canonicalEmail(canonical)).toBe(canonical);
  expect(isEmail(canonical)).toBe(true);
});

test.each([
  "a@acme..test",
  "a@.acme.test",
  "a@acme.test.",
  "a@acme",
  "a@-acme.test",
  "a@acme-.test",
  "a@127.0.0.1",
  "a@0x7f.1",
  "a@acme.test/path",
  "a@acme.test:25",
  "a@user@acme.test",
  "a@acme.test?x",
  "a@acme%2etest",
  `a@${"a".repeat(64)}.test`,
  ".a@acme.test",
  "a.@acme.test",
  "a..b@acme.test",
  "a b@acme.test",
  "a\u200b@acme.test",
  "@acme.test",
  "acme.test",
  "",
])("%j is no email address", (typed) => expect(isEmail(canonicalEmail(typed))).toBe(false));
