import type { AnyObjectSchema } from "yup";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import { call } from "../../platform/api";
import { currentRecordOf, useForm } from "../form/form";
import { type Merge, mergeChanges, mergeEntries } from "../form/useEditedRecord";
import { toast } from "../toast/toast";

export interface EditableRecord {
  id: number;
  version?: number;
}

export interface RecordFormOptions<R extends EditableRecord, V extends Record<string, unknown>> {
  /** Null for a new record. */
  record: R | null;
  /** The values that the form shows for a record, or for a new one. */
  valuesOf: (record: R | null) => V;
  /** Fields that are one value together, such as a building and its floor; see `mergeChanges`. */
  groups?: readonly (readonly (keyof V & string)[])[];
  /** Fields that are sets or have a text per language; see `mergeEntries`. */
  entries?: readonly (keyof V & string)[];
  /** Optional values that are sent as null when empty, so that they are cleared. */
  clearable?: readonly (keyof V & string)[];
  create: Endpoint;
  /** Path parameters of `create`. */
  createParams?: Record<string, number>;
  /** Has the path parameter `id`. */
  update: Endpoint;
  /** Changes the request body, to add a file for example. */
  bodyOf?: (values: Record<string, unknown>) => Record<string, unknown> | FormData;
  onClose: () => void;
  /** Keeps what was typed on this device, for forms with long texts without secrets. */
  keepsDraft?: boolean;
}

/**
 * Form that creates or updates a record. It sends the version that it was opened with. When another user has changed the record, the form
 * shows that user's values in the fields that were not edited, because it sends all of them.
 */
export function useRecordForm<S extends AnyObjectSchema, R extends EditableRecord, V extends Record<string, unknown>>(
  schema: S,
  options: RecordFormOptions<R, V>,
) {
  const { record, valuesOf, groups, entries = [], clearable = [], create, createParams, update, onClose } = options;
  const { bodyOf = (values) => values, keepsDraft = false } = options;
  const parent = Object.values(createParams ?? {}).join("-");
  const place = record ? `${update.path}:${record.id}` : `${create.path}:${parent}`;
  const merge: Merge<V> = (edit, current) => ({
    ...mergeChanges(edit, current, groups),
    ...Object.fromEntries(
      entries.map((name) => [name, mergeEntries(edit.start[name], edit.typed[name], current[name])]),
    ),
  });
  const save = async (body: Record<string, unknown> | FormData, idempotencyKey: string) => {
    if (!record) return call(create, { params: createParams, body, idempotencyKey });
    try {
      return await call(update, { params: { id: record.id }, body, idempotencyKey });
    } catch (error) {
      const newer = currentRecordOf(error) as R | null;
      if (newer) form.adopt(valuesOf(newer), merge);
      throw error;
    }
  };
  const form = useForm(schema, {
    initialValues: valuesOf(record),
    draft: { storageKey: keepsDraft ? place : null, version: record?.version },
    onSubmit: async (values, { idempotencyKey, version }) => {
      const sent = values as unknown as Record<string, unknown>;
      const cleared = Object.fromEntries(
        clearable.filter((name) => sent[name] === undefined).map((name) => [name, null]),
      );
      const { message } = (await save(bodyOf({ ...sent, ...cleared, version }), idempotencyKey)) as {
        message?: string;
      };
      toast.done(message ?? "");
      onClose();
    },
  });
  return form;
}
