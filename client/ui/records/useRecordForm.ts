import type { AnyObjectSchema } from "yup";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import { call } from "../../platform/api";
import { useForm } from "../form/form";
import { toast } from "../toast/toast";

export interface RecordFormOptions<V extends Record<string, unknown>> {
  /** Null for a new record. */
  record: { id: number; version?: number } | null;
  initialValues: V;
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

/** Form that creates or updates a record. It sends the version that it was opened with. */
export function useRecordForm<S extends AnyObjectSchema, V extends Record<string, unknown>>(
  schema: S,
  options: RecordFormOptions<V>,
) {
  const { record, initialValues, clearable = [], create, createParams, update, onClose } = options;
  const { bodyOf = (values) => values, keepsDraft = false } = options;
  const parent = Object.values(createParams ?? {}).join("-");
  const place = record ? `${update.path}:${record.id}` : `${create.path}:${parent}`;
  return useForm(schema, {
    initialValues,
    draft: { storageKey: keepsDraft ? place : null, version: record?.version },
    onSubmit: async (values, { idempotencyKey, version }) => {
      const sent = values as unknown as Record<string, unknown>;
      const cleared = Object.fromEntries(
        clearable.filter((name) => sent[name] === undefined).map((name) => [name, null]),
      );
      const body = bodyOf({ ...sent, ...cleared, version });
      const { message } = (await (record
        ? call(update, { params: { id: record.id }, body, idempotencyKey })
        : call(create, { params: createParams, body, idempotencyKey }))) as { message?: string };
      toast.done(message ?? "");
      onClose();
    },
  });
}
