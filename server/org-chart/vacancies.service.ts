import type { InferType } from "yup";
import { directoryStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Vacancy, vacancySchema } from "../../shared/org-chart/vacancies.contract";
import { changePerson } from "../people/change-person.service";
import { visibleUser } from "../people/read-person.service";
import { requireRoomFor } from "../platform/database/room-for";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import * as statements from "./vacancies.sql";

type Input = InferType<typeof vacancySchema>;
type Place = Pick<Input, "position_id" | "department_id" | "parent_id">;

/** What was vacant on a day, each below whoever led it then as far as that is kept: now. */
export const vacanciesOn = (tx: Tx, day: string) => tx.rows<Vacancy>(statements.vacanciesOn, [day]);

const valuesOf = ({ position_id, department_id = null, parent_id = null, acting_id = null, acting_until }: Input) => [
  position_id,
  department_id,
  parent_id,
  acting_id,
  acting_id ? acting_until : null,
];

/** @throws Problem 404 for what isn't vacant any more. */
async function read(tx: Tx, id: number): Promise<Vacancy> {
  const row = await tx.one<Vacancy>(statements.vacancyById, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/** @throws Problem 422 for what isn't there, and whoever can't lead or stand in. */
export async function createVacancy(tx: Tx, input: Input): Promise<Vacancy> {
  await requireKnown(tx, input);
  await requireRoomFor(tx, "vacancy", "position_id");
  const { id } = (await tx.one<{ id: number }>(statements.insertVacancy, valuesOf(input))) as { id: number };
  changed(tx, id);
  return read(tx, id);
}

/** @throws Problem 404; 409 when somebody else changed it meanwhile; 422 as when it is made. */
export async function updateVacancy(tx: Tx, id: number, input: Input): Promise<Vacancy> {
  const now = await read(tx, id);
  await requireKnown(tx, input);
  const written = await tx.one(statements.changeVacancy, [id, ...valuesOf(input), input.version ?? null]);
  if (!written) throw new Problem("organisation.stale", { record: now });
  changed(tx, id);
  return read(tx, id);
}

/** Given up. @throws Problem 404. */
export async function deleteVacancy(tx: Tx, id: number): Promise<void> {
  await takeVacancy(tx, id, null);
}

/**
 * Somebody gets the place: of two who are given it at the same moment the second is refused.
 * @throws Problem 404 for what isn't vacant any more, and whoever isn't there; 403 and 422 as a change of the person.
 */
export async function fillVacancy(tx: Tx, actor: Actor, id: number, userId: number): Promise<void> {
  await read(tx, id);
  const person = await visibleUser(tx, actor, userId).catch(() => null);
  if (!person?.active || person.is_external) throw invalid("user_id", "field.unknown");
  const place = await takeVacancy(tx, id, userId);
  const { position_id, department_id, parent_id } = place;
  await changePerson(tx, actor, userId, { position_id, department_id, parent_id });
}

interface Hiring {
  position_id?: number | null | undefined;
  department_id?: number | null | undefined;
  parent_id?: number | null | undefined;
  vacancy_id?: number | null | undefined;
}

/** Adds somebody, into the vacant place that is named: what isn't said otherwise is as there. @throws Problem 422. */
export async function hireInto<Input extends Hiring>(
  tx: Tx,
  input: Input,
  add: (input: Input) => Promise<number>,
): Promise<number> {
  const { vacancy_id } = input;
  if (!vacancy_id) return add(input);
  const vacancy = await tx.one<Vacancy>(statements.vacancyById, [vacancy_id]);
  if (!vacancy) throw invalid("vacancy_id", "field.unknown");
  const { position, department_id, parent_id } = vacancy;
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const id = await add({ position_id: position.id, department_id, parent_id, ...given } as Input);
  await takeVacancy(tx, vacancy_id, id);
  return id;
}

/** It isn't vacant any more. @returns its place. @throws Problem 404 when it wasn't. */
export async function takeVacancy(tx: Tx, id: number, userId: number | null): Promise<Place> {
  const place = await tx.one<Place>(statements.endVacancy, [id, userId]);
  if (!place) throw new Problem("notFound");
  changed(tx, id);
  return place;
}

async function requireKnown(tx: Tx, { position_id, department_id, parent_id, acting_id }: Input): Promise<void> {
  const values = [position_id, department_id ?? null, parent_id ?? null, acting_id ?? null];
  const known = (await tx.one<Record<string, boolean>>(statements.known, values)) ?? {};
  for (const [field, there] of Object.entries(known)) if (!there) throw invalid(field, "field.unknown");
}

const changed = (tx: Tx, id: number) => tx.emit("vacancy.changed", directoryStream(tx.tenantId), { id });

/** What a leaver led is their successor's. */
export async function handOverVacancies(tx: Tx, from: number, to: number): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.moveLed, [from, to])) changed(tx, id);
}

/** Whoever has gone stands in for nobody. */
export async function endActing(tx: Tx, userId: number): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.endActing, [userId])) changed(tx, id);
}

/** Tells open screens that a day has come on which a place is filled, or nobody stands in any more; once. @returns how many. */
export async function announceVacancies(tx: Tx): Promise<number> {
  const came = await tx.rows<{ id: number }>(statements.announceDays);
  for (const { id } of came) changed(tx, id);
  return came.length;
}
