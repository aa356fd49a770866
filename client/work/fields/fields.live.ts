import { listFieldsOfOtherProjects, listProjectFields } from "../../../shared/work/fields/fields.contract";
import type { FieldEvents } from "../../../shared/work/fields/fields.events";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

export const fieldChanges = [
  "project_field.created",
  "project_field.updated",
  "project_field.kind_changed",
  "project_field.kind_restored",
  "project_field.sorted",
  "project_field.removed",
  "project_field.restored",
  "project_field.purged",
] as const;

const fields = ({ data: { project_id: id } }: { data: { project_id: number } }, cache: LiveCache) =>
  cache.refetchSoon(queryKeyOf(listProjectFields, { id }), listFieldsOfOtherProjects);

export const fieldsLive: LiveUpdates<FieldEvents> = onEach(fieldChanges, fields);
