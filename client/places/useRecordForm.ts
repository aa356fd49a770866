import { useRef } from "react";
import type { AnyObjectSchema } from "yup";
import { ProblemError } from "../platform/problem-error";
import { useForm } from "../ui/form/form";
import { toast } from "../ui/toast/toast";

interface RecordFormOptions<V extends Record<string, unknown>> {
  /** Null: a new one. */
  record: { version: number } | null;
  initialValues: V;
  /** Fields that are cleared when they are left empty. */
  clearable?: readonly (keyof V & string)[];
  send: (body: Record<string, unknown>, idempotencyKey: string) => Promise<{ message?: string | undefined }>;
  onClose: () => void;
}

/** A record's form: sent with the state that it began with; after a clash what stands there is overwritten knowingly. */
export function useRecordForm<S extends AnyObjectSchema, V extends Record<string, unknown>>(
  schema: S,
  { record, initialValues, clearable = [], send, onClose }: RecordFormOptions<V>,
) {
  const version = useRef(record?.version);
  return useForm(schema, {
    initialValues,
    onSubmit: async (values, { idempotencyKey }) => {
      const sent = values as unknown as Record<string, unknown>;
      const cleared = Object.fromEntries(
        clearable.filter((name) => sent[name] === undefined).map((name) => [name, null]),
      );
      try {
        const { message } = await send({ ...sent, ...cleared, version: version.current }, idempotencyKey);
        toast.done(message ?? "");
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "organisation.stale") {
          version.current = (error.record as { version: number }).version;
        }
        throw error;
      }
    },
  });
}
