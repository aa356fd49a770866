import { type FieldReaders, fieldReaders, type UserField, userFields } from "../../shared/people/people.fields";
import type { Actor } from "../platform/session";
import { seesDirectory } from "./directory.policy";

type Reader = Pick<Actor, "id" | "permissions" | "external">;

/** Somebody, as far as it decides who reads what of them: `below` the reader, at any depth. */
export interface ReadPerson {
  id: number;
  active: boolean;
  below: boolean;
}

/** Reads everything of everybody: holders of `user-edit`. */
export const readsAll = (reader: Reader): boolean => !reader.external && reader.permissions.has("user-edit");

/** Whether the reader sees the person at all. Who has left is seen by those who look after records, and whoever led them. */
export function seesPerson(reader: Reader, person: ReadPerson): boolean {
  if (person.id === reader.id || readsAll(reader) || person.below) return true;
  return person.active && (seesDirectory(reader) || reader.permissions.has("user-view"));
}

/** Which kinds of fields the reader reads of the person. */
export function readsOf(reader: Reader, person: Pick<ReadPerson, "id" | "below">): ReadonlySet<FieldReaders> {
  if (person.id === reader.id || readsAll(reader)) return new Set(["directory", "chart", "work", "private"]);
  const reads = new Set<FieldReaders>(["directory"]);
  if (reader.permissions.has("organization-chart-view")) reads.add("chart");
  if (person.below) reads.add("chart").add("work");
  return reads;
}

/** The fields that the reader reads of the person. */
export function fieldsFor(reader: Reader, person: Pick<ReadPerson, "id" | "below">): readonly UserField[] {
  const reads = readsOf(reader, person);
  return userFields.filter((field) => reads.has(fieldReaders[field]));
}
