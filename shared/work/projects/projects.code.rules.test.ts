import fc from "fast-check";
import { codeFromTitle, freeCode, maxCodeLength } from "./projects.code.rules";

const valid = /^[A-Z][A-Z0-9]{1,7}$/;

test.each([
  ["Website relaunch", "WR"],
  ["Website", "WEBS"],
  ["Müller & Söhne Umzug", "MSU"],
  ["Straße", "STRA"],
  ["7 wonders", "WOND"],
  ["2026", "PRJ"],
  ["مشروع جديد", "PRJ"],
  ["고객 포털", "PRJ"],
  ["X", "PRJ"],
  ["One two three four five six seven", "OTTFF"],
  ["", "PRJ"],
])("codeFromTitle turns %s into %s", (title, code) => {
  expect(codeFromTitle(title)).toBe(code);
});

test("any title gives a valid free code, even if many codes are taken", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 150 }), (title, codeCount) => {
      const usedCodes = new Set<string>();
      for (let index = 0; index <= codeCount; index++) {
        const code = freeCode(codeFromTitle(title), usedCodes);
        expect(code).toMatch(valid);
        expect(code.length).toBeLessThanOrEqual(maxCodeLength);
        expect(usedCodes.has(code)).toBe(false);
        usedCodes.add(code);
      }
    }),
    { numRuns: 100 },
  );
});
