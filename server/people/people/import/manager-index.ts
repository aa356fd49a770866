import { groupBy } from "../../../../shared/kernel/group-by";
import { personNameOf } from "../../../platform/tables/person-name";
import { normalizeForComparison } from "../../../platform/tables/normalize-for-comparison";
import type { FieldNote, PeopleFileRow } from "./people-file";
import type { ImportLookup } from "./import-lookup";

/** A possible manager: identified by email, or by the line in the file when the email there is invalid. */
interface Candidate {
  email: string | null;
  line: number | null;
}

type Found = { email: string } | Pick<FieldNote, "message" | "values">;

/** Finds managers by email, employee number or name, in the file and among existing users. */
export class ManagerIndex {
  private readonly byEmail = new Map<string, PeopleFileRow>();
  private readonly byNumber = new Map<string, Candidate[]>();
  private readonly byName: ReadonlyMap<string, Candidate[]>;

  constructor(
    private readonly lookup: ImportLookup,
    rows: readonly PeopleFileRow[],
    private readonly skipped: ReadonlySet<number>,
    private readonly readsNumbers: boolean,
  ) {
    const namedCandidates: { name: string; candidate: Candidate }[] = [];
    for (const row of rows) {
      const { email = null, fullname, employee_id } = row.values;
      const candidate = { email, line: row.line };
      if (email && !this.byEmail.has(email)) this.byEmail.set(email, row);
      if (employee_id) this.byNumber.set(employee_id, [...(this.byNumber.get(employee_id) ?? []), candidate]);
      if (fullname) namedCandidates.push({ name: fullname, candidate });
    }
    for (const { email, fullname } of lookup.people.values()) {
      const renamed = this.byEmail.get(email)?.values.fullname;
      if (!renamed || normalizeForComparison(renamed) !== normalizeForComparison(fullname))
        namedCandidates.push({ name: fullname, candidate: { email, line: null } });
    }
    const grouped = groupBy(namedCandidates, ({ name }) => normalizeForComparison(name));
    this.byName = new Map([...grouped].map(([name, some]) => [name, some.map(({ candidate }) => candidate)]));
  }

  find(text: string, { line, email }: { line: number; email: string }): Found {
    const candidates = text.includes("@") ? this.withEmail(text.toLowerCase()) : this.called(text);
    const now = this.lookup.people.get(email)?.leader;
    const present = candidates.find((one) => one.email !== null && one.email === now);
    if (present?.email) return { email: present.email };
    const others = candidates.filter((one) => one.line !== line || candidates.length === 1);
    const [only] = others;
    if (!only)
      return {
        message: text.includes("@") ? "people.import.unknownManager" : "people.import.noManagerCalled",
        values: { name: text },
      };
    if (others.length > 1) return { message: "people.import.manyManagers", values: { name: text } };
    return this.leading(only, text);
  }

  private withEmail(email: string): Candidate[] {
    const row = this.byEmail.get(email);
    if (row) return [{ email, line: row.line }];
    return this.lookup.people.has(email) ? [{ email, line: null }] : [];
  }

  private called(text: string): Candidate[] {
    const plain = text.replace(/\s*\([^)]*\)$/, "");
    const inBrackets = /\(([^)]+)\)$/.exec(text)?.[1];
    for (const number of [text, inBrackets ?? ""]) {
      const found = this.byNumber.get(number) ?? (this.readsNumbers ? this.hasNumber(number) : []);
      if (found.length > 0) return found;
    }
    const names = [plain, personNameOf(plain)];
    return (
      names.map((name) => this.byName.get(normalizeForComparison(name)) ?? []).find((some) => some.length > 0) ?? []
    );
  }

  private hasNumber(number: string): Candidate[] {
    const email = this.lookup.numbers.get(number);
    return email === undefined ? [] : [{ email, line: null }];
  }

  /** Only active internal users can be managers. */
  private leading({ email, line }: Candidate, name: string): Found {
    const person = email === null ? undefined : this.lookup.people.get(email);
    const row = line === null ? undefined : this.byEmail.get(email ?? "");
    if (line !== null && this.skipped.has(line) && !person)
      return { message: "people.import.managerLeftOut", values: { line } };
    if (email === null) return { message: "people.import.managerWrong", values: { line: line as number } };
    const isActive = row?.values.active ?? person?.active ?? true;
    const isExternal = row?.values.external ?? person?.external ?? false;
    if (!isActive || isExternal) return { message: "people.import.unknownManager", values: { name } };
    return { email };
  }
}
