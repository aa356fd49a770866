import { latinDigits } from "./digits";

test.each([
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
  ["०१२३४५६७८९", "0123456789"],
  ["০১২৩৪৫৬৭৮৯", "0123456789"],
  ["０１２３４５６７８９", "0123456789"],
  ["14 días, ٧٫٥", "14 días, 7٫5"],
  ["½ Ⅷ 八", "½ Ⅷ 八"],
])("latinDigits converts %s to %s", (typed, latin) => expect(latinDigits(typed)).toBe(latin));
