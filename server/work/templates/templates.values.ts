import { dayNumber } from "../../../shared/kernel/day-number";
import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";

export interface RoleOfPerson {
  user_id: number;
  title: string;
}

/** Roles in the order of their first person. People with equal titles share a role. */
export function rolesOf(people: readonly RoleOfPerson[]) {
  const titles = [...new Set(people.map(({ title }) => title))];
  const codeOf = (title: string) => `role${titles.indexOf(title) + 1}`;
  return {
    roles: titles.map((title) => ({ code: codeOf(title), title })),
    roleOfUser: new Map(people.map(({ user_id, title }) => [user_id, { code: codeOf(title), title }])),
  };
}
export type RoleOfUser = ReturnType<typeof rolesOf>["roleOfUser"];

export const selectableOptions = ({ options }: Pick<ProjectField, "options">) =>
  options.filter((option) => !option.deleted);

interface TemplateContext {
  /** Stored numbers by option id. */
  options: ReadonlyMap<number, number>;
  roleOfUser: RoleOfUser;
  /** The day from which offsets are counted. */
  day: string;
}

/** The value as stored in a template; null if a template can't contain it. */
export function toTemplateValue(
  { kind }: Pick<ProjectField, "kind">,
  value: FieldValue,
  { options, roleOfUser, day }: TemplateContext,
): FieldValue | null {
  if (kind === "choice") return options.get(value as number) ?? null;
  if (kind === "choices") {
    const stored = (value as number[]).flatMap((id) => options.get(id) ?? []);
    return stored.length > 0 ? stored : null;
  }
  if (kind === "person") return roleOfUser.get(value as number)?.code ?? null;
  return kind === "day" ? dayNumber(value as string) - dayNumber(day) : value;
}

interface TaskContext {
  /** Option ids by stored number. */
  options: ReadonlyMap<number, number>;
  userOfRole: ReadonlyMap<string, number>;
  dayOf: (offset: number) => string;
}

/** The value of a new task; null for roles without a person and for options that no longer exist. */
export function fromTemplateValue(
  { kind }: Pick<ProjectField, "kind">,
  stored: FieldValue,
  { options, userOfRole, dayOf }: TaskContext,
): FieldValue | null {
  if (kind === "choice") return options.get(stored as number) ?? null;
  if (kind === "choices") {
    const ids = (stored as number[]).flatMap((at) => options.get(at) ?? []);
    return ids.length > 0 ? ids : null;
  }
  if (kind === "person") return userOfRole.get(stored as string) ?? null;
  return kind === "day" ? dayOf(stored as number) : stored;
}
