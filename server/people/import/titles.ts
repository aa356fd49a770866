import { type Language, languages } from "../../../shared/kernel/languages";
import { type ImportField, importFields } from "../../../shared/people/people-import.contract";
import { translator } from "../../platform/text";

/** What other programs call the same. */
const alsoCalled: Partial<Record<ImportField, readonly string[]>> = {
  email: ["mail", "email address", "work email", "e-mail-adresse", "이메일 주소", "البريد"],
  fullname: ["full name", "employee", "employee name", "mitarbeiter", "vollständiger name", "성명", "الاسم الكامل"],
  parent: ["manager email", "manager e-mail", "reports to", "supervisor", "vorgesetzter", "vorgesetzte", "parent"],
  position: ["job title", "title", "job", "stelle", "직위"],
  department: ["team", "unit", "dept"],
  phone_number: ["phone number", "mobile", "telephone", "telefonnummer", "handy", "전화번호", "رقم الهاتف"],
  date_of_joining: ["joining date", "hire date", "start date", "eintrittsdatum", "joined on"],
  employee_id: ["personnel number", "employee number", "staff id", "id"],
  contract_type: ["contract type", "employment type", "vertragsart"],
  location: ["office", "site", "arbeitsort"],
  role: ["access role", "permission role"],
};

const folded = (title: string) =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const known: ReadonlyMap<string, ImportField> = new Map(
  importFields.flatMap((field): [string, ImportField][] => [
    [folded(field), field],
    ...(alsoCalled[field] ?? []).map((title): [string, ImportField] => [folded(title), field]),
    ...(Object.keys(languages) as Language[]).map((language): [string, ImportField] => [
      folded(translator(language)(`people.field.${field}`)),
      field,
    ]),
  ]),
);

/** What a column with this title seems to be, in any of the languages. */
export const guessField = (title: string): ImportField | null => known.get(folded(title)) ?? null;
