import fc from "fast-check";
import { foldText, nameKey } from "../../shared/kernel/text/fold";
import { unnamedSql } from "../../server/platform/database/unit-of-work";
import { testServer } from "../support/server";

const server = testServer();

/** Capital letters added after Unicode 10, which the older ICU versions used by PostgreSQL don't support. */
const isNewCapital = (character: string) =>
  /[\u1c89\u2c2f\ua7b8-\ua7ff\u{10000}-\u{1ffff}]/u.test(character) && /\p{Lu}|\p{Lm}/u.test(character);
const characters = Array.from({ length: 0x20000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((each) => /\p{L}|\p{M}|\p{N}|\p{P}|\p{S}|\p{Z}|\p{Cf}/u.test(each) && !isNewCapital(each));

async function foldedBySql(texts: readonly string[]) {
  const world = await server.world();
  return world.tx((tx) =>
    tx.rows<{ typed: string; folded: string; key: string }>(
      unnamedSql("SELECT typed, fold(typed) AS folded, name_key(typed) AS key FROM unnest($1::text[]) AS typed"),
      [texts],
    ),
  );
}

const differing = (rows: readonly { typed: string; folded: string; key: string }[]) =>
  rows
    .filter(({ typed, folded, key }) => folded !== foldText(typed) || key !== nameKey(typed))
    .map(({ typed }) => typed);

test("SQL case-folds each character like the client", async () => {
  expect(differing(await foldedBySql(characters))).toEqual([]);
});

test("SQL case-folds random texts like the client", async () => {
  const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 30 });
  const typical = fc.string({
    unit: fc.constantFrom(..."aAÁßİıœł’'\"-– \u0301\u064e\u200cأإةهکكيیىە٣۳가ㄱ"),
    maxLength: 20,
  });
  const texts = fc.sample(fc.oneof(text, typical), { numRuns: 3_000, seed: 20_261_125 });
  expect(differing(await foldedBySql(texts))).toEqual([]);
});
