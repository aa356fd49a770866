import { type Language, languages } from "../../../../shared/kernel/languages";
import type { ImportField } from "../../../../shared/people/people/people-import.contract";
import { contractTypes, educationLevels, genders } from "../../../../shared/people/people/people.fields";
import { normalizeForComparison } from "../../../platform/tables/normalize-for-comparison";
import { translator } from "../../../platform/text";

const translators = (Object.keys(languages) as Language[]).map((language) => translator(language));

/** Maps labels in all languages, and the labels used by other programs, to the values of an enumeration. */
function inWords(
  values: readonly string[],
  idOf: (value: string) => string,
  others: Record<string, string> = {},
): Map<string, string> {
  const words = values.flatMap((value) =>
    [value, ...translators.map((text) => text(idOf(value)))].map((word) => [word, value] as const),
  );
  const aliases = Object.entries(others).flatMap(([value, list]) =>
    list.split(",").map((word) => [word, value] as const),
  );
  return new Map([...aliases, ...words].map(([word, value]) => [normalizeForComparison(word), value]));
}

const yesOrNo = (value: string) => `people.export.${value === "true" ? "yes" : "no"}`;
const flags = { true: "1,true,yes,ja,y,نعم,예,بەڵێ,wahr", false: "0,false,no,nein,n,لا,아니요,아니오,نەخێر,falsch" };

export const valueAliases: ReadonlyMap<ImportField, ReadonlyMap<string, string>> = new Map([
  [
    "contract_type",
    inWords(contractTypes, (value) => `people.contract.${value}`, {
      full_time_contract:
        "full time,fulltime,regular full time,ft,vollzeit,in vollzeit,دوام كامل,정규직,풀타임,전일제,تەواوکات",
      part_time_contract:
        "part time,parttime,regular part time,pt,teilzeit,in teilzeit,دوام جزئي,파트타임,시간제,نیوەکات",
      temporary: "temp,temporary,fixed term,befristet,مؤقت,계약직,임시직,کاتی",
      project_based: "project,project based,projektbezogen",
    }),
  ],
  [
    "gender",
    inWords(genders, (value) => `people.gender.${value}`, {
      female: "f,w,woman,frau,weiblich,여,여성,여자,أنثى,انثى,امرأة,مێ,ژن",
      male: "m,man,mann,männlich,남,남성,남자,ذكر,رجل,نێر,پیاو",
    }),
  ],
  ["last_degree", inWords(educationLevels, (value) => `people.degree.${value}`)],
  ["external", inWords(["true", "false"], yesOrNo, flags)],
  [
    "active",
    inWords(["true", "false"], yesOrNo, {
      true: `${flags.true},active,aktiv,beschäftigt,angestellt,enabled,employed,hired,onboarding,offboarding,on leave,leave,long leave,garden leave,abwesend,beurlaubt,elternzeit,probation,نشط,فعال,مفعل,재직,재직중,휴직,활성,چالاک`,
      false: `${flags.false},inactive,inaktiv,disabled,terminated,former,left,resigned,ausgeschieden,gekündigt,ehemalig,غير نشط,غير فعال,منتهي,퇴사,퇴직,비활성,ناچالاک`,
    }),
  ],
]);
