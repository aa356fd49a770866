import type { InferType } from "yup";
import { directoryStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Vacancy, vacancySchema } from "../../../shared/people/vacancies/vacancies.contract";
import { enforceRowLimit, rowLimit } from "../../platform/database/row-limits";
import type { Tx } from "../../platform/database/unit-of-work";
import * as statements from "./vacancies.sql";

export const vacancyLimit = rowLimit("vacancy", 5_000);

type Input = InferType<typeof vacancySchema>;
type OrgPlacement = Pick<Input, "position_id" | "department_id" | "parent_id">;

/** Vacancies on a day. Managers of vacancies aren't versioned, so the current ones are used. */
export const vacanciesOnDay = (tx: Tx, day: string) => tx.rows<Vacancy>(statements.selectVacanciesOnDay, [day]);

const valuesOf = ({ position_id, department_id = null, parent_id = null, acting_id = null, acting_until }: Input) => [
  position_id,
  department_id,
  parent_id,
  acting_id,
  acting_id ? acting_until : null,
];

/** @throws Problem 404 when the position isn't vacant. */
export async function readVacancy(tx: Tx, id: number): Promise<Vacancy> {
  const row = await tx.one<Vacancy>(statements.selectVacancyById, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/** @throws Problem 422 for unknown references, and for users who can't be managers or acting users. */
export async function createVacancy(tx: Tx, input: Input): Promise<Vacancy> {
  await requireReferencesExist(tx, input);
  await enforceRowLimit(tx, vacancyLimit, "position_id");
  const { id } = (await tx.one<{ id: number }>(statements.insertVacancy, valuesOf(input))) as { id: number };
  emitChanged(tx, id);
  return readVacancy(tx, id);
}

/** @throws Problem 404; 409 when the version is stale; 422 as when creating. */
export async function updateVacancy(tx: Tx, id: number, input: Input): Promise<Vacancy> {
  const storedVacancy = await readVacancy(tx, id);
  await requireReferencesExist(tx, changedReferences(input, storedVacancy));
  const updatedVacancy = await tx.one(statements.updateVacancy, [id, ...valuesOf(input), input.version ?? null]);
  if (!updatedVacancy) throw new Problem("organization.stale", { record: await readVacancy(tx, id) });
  emitChanged(tx, id);
  return readVacancy(tx, id);
}

/** Deletes the position without filling it. @throws Problem 404. */
export async function deleteVacancy(tx: Tx, id: number): Promise<void> {
  await closeVacancy(tx, id, null);
}

interface Hiring {
  position_id?: number | null | undefined;
  department_id?: number | null | undefined;
  parent_id?: number | null | undefined;
  vacancy_id?: number | null | undefined;
}

/**
 * Adds a user. With `vacancy_id`, the user fills the vacancy, and omitted values are taken from the vacancy.
 * @throws Problem 422.
 */
export async function hireIntoVacancy<Input extends Hiring>(
  tx: Tx,
  input: Input,
  add: (input: Input) => Promise<number>,
): Promise<number> {
  const { vacancy_id } = input;
  if (!vacancy_id) return add(input);
  const vacancy = await tx.one<Vacancy>(statements.selectVacancyById, [vacancy_id]);
  if (!vacancy) throw invalidFieldProblem("vacancy_id", "field.unknown");
  const { position, department_id, parent_id } = vacancy;
  const overrides = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const id = await add({ position_id: position.id, department_id, parent_id, ...overrides } as Input);
  await closeVacancy(tx, vacancy_id, id);
  return id;
}

/**
 * Ends a vacancy.
 * @returns its position, department and manager.
 * @throws Problem 404 when the position isn't vacant.
 */
export async function closeVacancy(tx: Tx, id: number, userId: number | null): Promise<OrgPlacement> {
  const place = await tx.one<OrgPlacement>(statements.updateVacancyEnded, [id, userId]);
  if (!place) throw new Problem("notFound");
  emitChanged(tx, id);
  return place;
}

/** Users who are chosen anew: one who can't be a manager any more remains until another is chosen. */
const changedReferences = (input: Input, { manager_id, acting }: Vacancy) => ({
  ...input,
  parent_id: input.parent_id === manager_id ? null : input.parent_id,
  acting_id: input.acting_id === acting?.id ? null : input.acting_id,
});

async function requireReferencesExist(
  tx: Tx,
  {
    position_id,
    department_id,
    parent_id,
    acting_id,
  }: Pick<Input, "position_id" | "department_id" | "parent_id" | "acting_id">,
): Promise<void> {
  const values = [position_id, department_id ?? null, parent_id ?? null, acting_id ?? null];
  type Field = "position_id" | "department_id" | "parent_id" | "acting_id";
  const existsByField = (await tx.one<Record<Field, boolean>>(statements.selectExistingReferences, values)) ?? {};
  for (const [field, exists] of Object.entries(existsByField))
    if (!exists) throw invalidFieldProblem(field, "field.unknown");
}

const emitChanged = (tx: Tx, id: number) => tx.emit("vacancy.changed", directoryStream(tx.tenantId), { id });

export async function handOverVacancies(tx: Tx, from: number, to: number): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.updateManagedVacancies, [from, to]))
    emitChanged(tx, id);
}

export async function endVacancyActing(tx: Tx, userId: number): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.updateVacancyActingEnded, [userId]))
    emitChanged(tx, id);
}

/**
 * Emits, once, that a vacancy is filled or its acting period ends today, so that open screens reload.
 * @returns the number of vacancies.
 */
export async function emitVacancyChanges(tx: Tx): Promise<number> {
  const claimedVacancies = await tx.rows<{ id: number }>(statements.claimVacancyAnnouncements);
  for (const { id } of claimedVacancies) emitChanged(tx, id);
  return claimedVacancies.length;
}
