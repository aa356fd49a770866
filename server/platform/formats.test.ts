import { languageCodes } from "../../shared/kernel/languages";
import { formatsOf } from "./formats";

test("negative amounts of documents have the minus sign in every language", () => {
  for (const language of languageCodes)
    for (const formatted of [formatsOf(language).amount("-1250.5", 2), formatsOf(language).number(-3)])
      expect([formatted.includes("\u2212"), formatted.includes("-")]).toEqual([true, false]);
});
